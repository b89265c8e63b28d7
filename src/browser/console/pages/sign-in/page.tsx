// Sign-in with a passkey, a password or an API key, which is exchanged for an HttpOnly session cookie.
import { Anchor, Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { hasPasskeys, signInWithPasskey } from "../../api/passkeys.ts";
import { signIn, signInWithPassword } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Mark } from "../../app/mark.tsx";
import { useSessionControl } from "../../app/session.tsx";
import { useOwnScreen } from "../../app/shell.ts";
import classes from "./sign-in.module.css";

export function SignInPage() {
  useDocumentTitle("Sign in · Turnpike");
  useOwnScreen();
  return (
    <main className={classes.page}>
      <Box className={classes.column}>
        <Center mb="sm">
          <Mark size={44} />
        </Center>
        <Title order={1} ta="center">
          Turnpike
        </Title>
        <Text c="dimmed" ta="center" mb="lg">
          Sign in to your payments
        </Text>
        <Paper p={{ base: "lg", sm: "xl" }} shadow="sm" className={classes.card}>
          <SignIn />
        </Paper>
      </Box>
    </main>
  );
}

export function SignIn({ note }: { readonly note?: string }) {
  const [isByKey, setByKey] = useState(false);
  return (
    <Stack gap="md" className={classes.form}>
      {note && <Text c="dimmed">{note}</Text>}
      {isByKey ? <KeyForm /> : <PasswordForm />}
      {!isByKey && hasPasskeys() && <PasskeyButton />}
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setByKey(!isByKey)}>
        {isByKey ? "Sign in with a password" : "Sign in with an API key"}
      </Anchor>
    </Stack>
  );
}

function PasskeyButton() {
  const { enter } = useSessionControl();
  const attempt = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  return (
    <>
      <Button variant="default" size="md" fullWidth loading={attempt.isPending} onClick={() => attempt.mutate()}>
        Sign in with a passkey
      </Button>
      {attempt.error && <FailureAlert error={attempt.error} />}
    </>
  );
}

function PasswordForm() {
  const { enter } = useSessionControl();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const attempt = useMutation({ mutationFn: () => signInWithPassword(email.trim(), password), onSuccess: enter });
  const isWrong = attempt.error instanceof ApiError && attempt.error.code === "unauthorized";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isWrong && "Wrong email address or password."}
        />
        {attempt.error && !isWrong && <FailureAlert error={attempt.error} />}
        <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          No account, or a lost password? Ask an owner or a manager for a link.
        </Text>
      </Stack>
    </form>
  );
}

function KeyForm() {
  const { enter } = useSessionControl();
  const [apiKey, setApiKey] = useState("");
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter });
  const keyError = keyErrorOf(attempt.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate(apiKey.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label="API key"
          description="A partner key, or a read key for view-only access."
          placeholder="tp_partner_…"
          autoComplete="current-password"
          spellCheck={false}
          required
          withAsterisk={false}
          data-autofocus
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          error={keyError}
        />
        {attempt.error && !keyError && <FailureAlert error={attempt.error} />}
        <Button type="submit" size="md" fullWidth loading={attempt.isPending} disabled={apiKey.trim() === ""}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          The operator creates keys with <code>turnpike key create</code>. The console keeps a session, never the key.{" "}
          <Anchor href="/docs">API reference</Anchor>
        </Text>
      </Stack>
    </form>
  );
}

function keyErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "invalid_api_key")
    return "This key isn't valid or has been revoked. Check that you copied all of it.";
  if (error.code === "forbidden") return "Wallet keys can't sign in. Use a partner or read key.";
  return null;
}
