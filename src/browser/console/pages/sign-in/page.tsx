// Sign-in with a passkey, a password or an API key, which is exchanged for an HttpOnly session cookie.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { typedCode } from "../../../../money/typed-text.ts";
import { canUsePasskeys, signInWithPasskey } from "../../api/passkeys.ts";
import { type Credentials, signIn, signInAs, signInWithPassword } from "../../api/session.ts";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import classes from "../../app/fields/sign-in-form.module.css";
import { SignInField, SignInForm } from "../../app/fields/sign-in-form.tsx";
import { SignInFrame } from "../../app/layout/sign-in-frame.tsx";
import { useSessionControl } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { type Choice, ChooseAccount } from "./choose-account.tsx";

export function SignInPage() {
  const { signIn: texts } = messages();
  return (
    <SignInFrame title={texts.title} heading="Turnpike" note={<p>{texts.text}</p>}>
      <SignIn />
    </SignInFrame>
  );
}

export function SignIn({ note }: { readonly note?: string }) {
  const { signIn: texts } = messages();
  const [isByKey, setByKey] = useState(false);
  const [email, setEmail] = useState("");
  const [choice, setChoice] = useState<Choice | null>(null);
  if (choice) return <ChooseAccount {...choice} back={() => setChoice(null)} />;
  return (
    <div className={classes.stack} style={{ maxWidth: "25rem" }}>
      {note && <p className={classes.note}>{note}</p>}
      {isByKey ? <KeyForm /> : <PasswordForm email={email} setEmail={setEmail} choose={setChoice} />}
      {!isByKey && canUsePasskeys() && <PasskeyButton />}
      <button type="button" className={classes.link} onClick={() => setByKey(!isByKey)}>
        {isByKey ? texts.byPassword : texts.byKey}
      </button>
    </div>
  );
}

function PasskeyButton() {
  const { enter } = useSessionControl();
  const attempt = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter });
  return (
    <>
      <button
        type="button"
        className={classes.other}
        disabled={attempt.isPending}
        aria-busy={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {messages().signIn.byPasskey}
      </button>
      {attempt.error && <FailureAlert error={attempt.error} />}
    </>
  );
}

/** Checks as much as an email input does; the server checks more. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

interface PasswordFormProps {
  readonly email: string;
  readonly setEmail: (email: string) => void;
  readonly choose: (choice: Choice) => void;
}

function PasswordForm({ email, setEmail, choose }: PasswordFormProps) {
  const { signIn: texts } = messages();
  const { state, enter } = useSessionControl();
  const [password, setPassword] = useState("");
  /** The user whose session has ended: the page below is this one's. */
  const own = state.type === "signed-in" ? state.session.user?.id : undefined;
  const attempt = useMutation({
    // As it is typed: a function of the last drawing could know what was typed before.
    async mutationFn(credentials: Credentials) {
      const answer = await signInWithPassword(credentials);
      if (!("accounts" in answer)) return enter(answer);
      const isOwn = own !== undefined && answer.accounts.some(({ userId }) => userId === own);
      return isOwn ? enter(await signInAs(credentials, own)) : choose({ credentials, ...answer });
    },
  });
  const isWrong = attempt.error instanceof ApiError && attempt.error.code === "unauthorized";
  const [isSubmitted, setSubmitted] = useState(false);
  const emailFault = isEmail(typedCode(email)) ? null : texts.emailFault;
  const passwordFault = password === "" ? texts.passwordFault : null;
  const submit = () => {
    setSubmitted(true);
    if (emailFault === null && passwordFault === null) attempt.mutate({ email: typedCode(email), password });
  };
  return (
    <SignInForm
      attempt={attempt}
      submit={submit}
      submitLabel={texts.title}
      failure={isWrong ? null : undefined}
      showsFaults
      note={texts.noAccount}
    >
      <SignInField
        label={texts.email}
        type="email"
        autoComplete="username"
        fault={isSubmitted && emailFault}
        data-autofocus
        value={email}
        enter={setEmail}
      />
      <SignInField
        label={texts.password}
        type="password"
        autoComplete="current-password"
        fault={(isSubmitted && passwordFault) || (isWrong && texts.wrong)}
        value={password}
        enter={setPassword}
      />
    </SignInForm>
  );
}

function KeyForm() {
  const { signIn: texts } = messages();
  const { enter } = useSessionControl();
  const [apiKey, setApiKey] = useState("");
  const attempt = useMutation({ mutationFn: signIn, onSuccess: enter });
  const [isSubmitted, setSubmitted] = useState(false);
  const keyFault = typedCode(apiKey) === "" ? texts.keyFault : null;
  const keyError = (isSubmitted && keyFault) || keyErrorOf(attempt.error);
  const submit = () => {
    setSubmitted(true);
    if (keyFault === null) attempt.mutate(typedCode(apiKey));
  };
  return (
    <SignInForm
      attempt={attempt}
      submit={submit}
      submitLabel={texts.title}
      failure={keyError ? null : undefined}
      showsFaults
      note={
        <>
          <Filled message={texts.operator} values={{ command: <code>turnpike key create</code> }} />{" "}
          <a href="/docs/reference">{texts.reference}</a>
        </>
      }
    >
      <SignInField
        label={texts.key}
        description={texts.keyText}
        type="password"
        placeholder="tp_partner_…"
        autoComplete="current-password"
        spellCheck={false}
        fault={keyError}
        data-autofocus
        value={apiKey}
        enter={setApiKey}
      />
    </SignInForm>
  );
}

function keyErrorOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "invalid_api_key") return messages().signIn.invalidKey;
  if (error.code === "forbidden") return messages().signIn.walletKey;
  return null;
}
