// Sign-in with a passkey, a password or an API key, which is exchanged for an HttpOnly session cookie.
import { Anchor, Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { canUsePasskeys, signInWithPasskey } from "../../api/passkeys.ts";
import { signIn, signInWithPassword } from "../../api/session.ts";
import { Mark } from "../../app/display/mark.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { LanguageSelect } from "../../app/fields/language-select.tsx";
import { useOwnScreen } from "../../app/layout/shell.ts";
import classes from "../../app/layout/sign-in.module.css";
import { useSessionControl } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";

export function SignInPage() {
  const { signIn: texts } = messages();
  useDocumentTitle(`${texts.title} · Turnpike`);
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
          {texts.text}
        </Text>
        <Paper p={{ base: "lg", sm: "xl" }} shadow="sm" className={classes.card}>
          <SignIn />
        </Paper>
        <Center mt="lg">
          <LanguageSelect />
        </Center>
      </Box>
    </main>
  );
}

export function SignIn({ note }: { readonly note?: string }) {
  const { signIn: texts } = messages();
  const [isByKey, setByKey] = useState(false);
  return (
    <Stack gap="md" className={classes.form}>
      {note && <Text c="dimmed">{note}</Text>}
      {isByKey ? <KeyForm /> : <PasswordForm />}
      {!isByKey && canUsePasskeys() && <PasskeyButton />}
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setByKey(!isByKey)}>
        {isByKey ? texts.byPassword : texts.byKey}
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
        {messages().signIn.byPasskey}
      </Button>
      {attempt.error && <FailureAlert error={attempt.error} />}
    </>
  );
}

/** The rule of an email input: the server checks for more. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

function PasswordForm() {
  const { signIn: texts } = messages();
  const { enter } = useSessionControl();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const attempt = useMutation({ mutationFn: () => signInWithPassword(email.trim(), password), onSuccess: enter });
  const isWrong = attempt.error instanceof ApiError && attempt.error.code === "unauthorized";
  const [isSubmitted, setSubmitted] = useState(false);
  const emailFault = isEmail(email.trim()) ? null : texts.emailFault;
  const passwordFault = password === "" ? texts.passwordFault : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (emailFault === null && passwordFault === null) attempt.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          error={isSubmitted && emailFault}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={(isSubmitted && passwordFault) || (isWrong && texts.wrong)}
        />
        {attempt.error && !isWrong && <FailureAlert error={attempt.error} />}
        <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
          {texts.title}
        </Button>
        <Text size="sm" c="dimmed">
          {texts.noAccount}
        </Text>
      </Stack>
    </form>
  );
}

function KeyForm() {
  const { signIn: texts } = messages();
  const { enter } = useSessionControl();
  const [apiKey, setApiKey] = useState("");
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter });
  const [isSubmitted, setSubmitted] = useState(false);
  const keyFault = apiKey.trim() === "" ? texts.keyFault : null;
  const keyError = (isSubmitted && keyFault) || keyErrorOf(attempt.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (keyFault === null) attempt.mutate(apiKey.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordInput
          label={texts.key}
          description={texts.keyText}
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
        <Button type="submit" size="md" fullWidth loading={attempt.isPending}>
          {texts.title}
        </Button>
        <Text size="sm" c="dimmed">
          <Filled message={texts.operator} values={{ command: <code>turnpike key create</code> }} />{" "}
          <Anchor href="/docs">{texts.reference}</Anchor>
        </Text>
      </Stack>
    </form>
  );
}

function keyErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "invalid_api_key") return messages().signIn.invalidKey;
  if (error.code === "forbidden") return messages().signIn.walletKey;
  return null;
}
