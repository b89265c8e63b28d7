// The till's address, opened in a browser that is signed in to the console.
import { Button, Group } from "@mantine/core";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { ButtonLink } from "../../app/display/links.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights } from "../../app/session/session.tsx";
import { useSignOut } from "../../app/session/sign-out.ts";
import { messages } from "../../app/text/language.ts";

export function SignedInPage() {
  const { app, till } = messages();
  const { signedIn: texts } = till;
  const { mayWrite } = useRights();
  const signOut = useSignOut();
  return (
    <Page title={till.title}>
      <Card>
        <EmptyState
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
        </EmptyState>
      </Card>
    </Page>
  );
}
