// Sign-in with an API key, which is sent once and exchanged for an HttpOnly session cookie.
import { Anchor, Box, Button, Center, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { signIn } from "../../api/session.ts";
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
  const { enter } = useSessionControl();
  const [apiKey, setApiKey] = useState("");
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter });
  const keyError = keyErrorOf(attempt.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate(apiKey.trim());
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <Stack gap="md">
        {note && <Text c="dimmed">{note}</Text>}
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
