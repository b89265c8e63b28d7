// The user's own account: passkeys, password and sessions.
import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changePassword, readAccount } from "../../api/users.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { Page } from "../../app/page.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { PASSWORD_ADVICE, PASSWORD_LENGTH_MIN } from "../join/password.ts";
import { Passkeys } from "./passkeys.tsx";
import { OwnSessions } from "./sessions.tsx";

export function AccountPage() {
  const account = useQuery({ queryKey: ["account"], queryFn: ({ signal }) => readAccount(signal) });
  const { data, error } = account;
  return (
    <Page title="Your account" description={data && [data.name, data.email].filter(Boolean).join(" · ")}>
      {error && <FailureNote error={error} retry={() => void account.refetch()} />}
      {account.isPending && <LoadingBox height={160} />}
      {data && <Passkeys passkeys={data.passkeys} />}
      {data && <PasswordForm />}
      <OwnSessions />
    </Page>
  );
}

function PasswordForm() {
  const ask = useConfirmedKey();
  const [password, setPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const outcome = await ask({
      title: "Change your password?",
      explanation: <Text>Your other sessions end.</Text>,
      confirmLabel: "Change password",
      run: () => changePassword(password),
    });
    if (outcome === null) return;
    setPassword("");
    notifications.show({ title: "Password changed", message: "Use it the next time you sign in." });
  };
  return (
    <Surface title="Password">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md" maw="25rem">
          <PasswordInput
            label="New password"
            description={PASSWORD_ADVICE}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" disabled={[...password].length < PASSWORD_LENGTH_MIN}>
              Change password
            </Button>
          </div>
        </Stack>
      </form>
    </Surface>
  );
}
