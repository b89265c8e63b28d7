// The user's own account: passkeys, password and sessions; for a key, what it is and its sessions.
import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, useState } from "react";
import { changePassword, useAccount } from "../../api/users.ts";
import { Card } from "../../app/display/card.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { PASSWORD_LENGTH_MIN, passwordAdvice } from "../sign-in/password.ts";
import { KeyAccount } from "./key-account.tsx";
import { MailCard } from "./mail.tsx";
import { Passkeys } from "./passkeys.tsx";
import { OwnSessions } from "./sessions.tsx";

export function AccountPage() {
  const session = useSession();
  if (session.user) return <UserAccount />;
  return (
    <Page title={messages().app.account.yours}>
      <KeyAccount session={session} />
      <OwnSessions />
    </Page>
  );
}

function UserAccount() {
  const account = useAccount();
  const { data, error } = account;
  return (
    <Page
      title={messages().app.account.yours}
      description={data && <bdi>{[data.name, data.email].filter(Boolean).join(" · ")}</bdi>}
    >
      {error && !data && <FailureNote error={error} retry={() => void account.refetch()} />}
      {account.isPending && <LoadingBox height={160} />}
      {data && <Passkeys passkeys={data.passkeys} />}
      {data && <PasswordForm />}
      {data && <MailCard />}
      <OwnSessions />
    </Page>
  );
}

function PasswordForm() {
  const { password: texts } = messages().account;
  const ask = useConfirmedKey();
  const [password, setPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await ask({
      title: texts.question,
      explanation: <Text>{texts.text}</Text>,
      confirmLabel: texts.change,
      run: () => changePassword(password),
    });
    if (outcome === null) return;
    setPassword("");
    notifications.show({ title: texts.done, message: texts.doneText });
  };
  return (
    <Card title={texts.title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw="25rem">
          <PasswordInput
            label={texts.label}
            description={passwordAdvice()}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" disabled={[...password].length < PASSWORD_LENGTH_MIN}>
              {texts.change}
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}
