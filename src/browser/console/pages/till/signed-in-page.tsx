// The till's address, opened in a browser that is signed in to the console.
import { Button, Group } from "@mantine/core";
import { messages } from "../../app/language.ts";
import { ButtonLink } from "../../app/links.tsx";
import { Nothing } from "../../app/nothing.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { useSignOut } from "../../app/sign-out.ts";
import { Surface } from "../../app/surface.tsx";

export function SignedInPage() {
  const { app, till } = messages();
  const { signedIn: texts } = till;
  const { mayWrite } = useRights();
  const signOut = useSignOut();
  return (
    <Page title={till.title}>
      <Surface>
        <Nothing
          icon="wallet"
          title={texts.title}
          actions={
            <Group gap="sm" justify="center">
              {mayWrite && <ButtonLink to="/tills">{app.places.tills}</ButtonLink>}
              <Button variant="default" onClick={() => void signOut()}>
                {texts.leave}
              </Button>
            </Group>
          }
        >
          {texts.text} {texts.thisDevice}
        </Nothing>
      </Surface>
    </Page>
  );
}
