// Signing in, with an API key. The key goes to the server once; what stays is a cookie that no script can read.
import { Anchor, Box, Button, Center, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { signIn } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure-alert.tsx";
import { Mark } from "../../app/mark.tsx";
import { useSessionControl } from "../../app/session.tsx";
import classes from "./sign-in.module.css";

export function SignInPage() {
  useDocumentTitle("Sign in · Turnpike");
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
          description="Of the role partner, or of the role read to look only."
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
          Keys come from the operator of this installation: <code>turnpike key create</code>. The console keeps a
          session, never the key. <Anchor href="/docs">The interface</Anchor>
        </Text>
      </Stack>
    </form>
  );
}

function keyErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "invalid_api_key") return "This key is not known, or it was revoked. Check that it is whole.";
  if (error.code === "forbidden") return "A wallet's key cannot sign in. Use one of the role partner or read.";
  return null;
}
