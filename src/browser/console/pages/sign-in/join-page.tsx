// Accepts an invitation, or sets a new password by a link. The link's token is in its fragment.
import { Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { join, readInvitation } from "../../api/session.ts";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { SignInField, SignInForm } from "../../app/fields/sign-in-form.tsx";
import { SignInFrame } from "../../app/layout/sign-in-frame.tsx";
import { useSessionControl } from "../../app/session/session.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { roleTexts } from "../team/roles.ts";
import { EndedLink, hasLinkEnded } from "./ended-link.tsx";
import { PASSWORD_LENGTH_MIN, passwordAdvice } from "./password.ts";

type Invited = Awaited<ReturnType<typeof readInvitation>>;

/** @param leave shows the console */
export function JoinPage({ leave }: { readonly leave: () => void }) {
  const { join: texts } = messages();
  const [token] = useState(() => location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ["session", "invitation"],
    queryFn: () => readInvitation(token),
    refetchOnWindowFocus: false,
  });
  const open = () => {
    history.replaceState(null, "", "/console"); // the link has no further use
    leave();
  };
  return (
    <SignInFrame title={texts.title} heading={invitation.data ? titleOf(invitation.data) : texts.title}>
      {invitation.isPending && <LoadingBox height={280} />}
      {invitation.error &&
        (hasLinkEnded(invitation.error) ? (
          <EndedLink open={open} />
        ) : (
          <FailureNote error={invitation.error} retry={() => void invitation.refetch()} />
        ))}
      {invitation.data && <JoinForm token={token} invited={invitation.data} leave={leave} />}
    </SignInFrame>
  );
}

function titleOf({ email, partnerName }: Invited): string {
  const { join: texts } = messages();
  return email === null ? filledText(texts.titleOf, { partner: partnerName }) : texts.newPassword;
}

/** Faults of the fields that only the server can judge; null if that is not the failure. */
function faultsOf(error: unknown): Partial<ReturnType<typeof messages>["join"]["faults"]> | null {
  const { faults } = messages().join;
  const fields = error instanceof ApiError ? error.issues.map(({ field }) => field) : [];
  const known = (["email", "password"] as const).filter((field) => fields.includes(field));
  return known.length === 0 ? null : Object.fromEntries(known.map((field) => [field, faults[field]]));
}

interface JoinFormProps {
  readonly token: string;
  readonly invited: Invited;
  readonly leave: () => void;
}

function JoinForm({ token, invited, leave }: JoinFormProps) {
  const { join: texts } = messages();
  const { enter } = useSessionControl();
  const [name, setName] = useState(invited.name);
  const [email, setEmail] = useState(invited.email ?? "");
  const [password, setPassword] = useState("");
  const attempt = useMutation({
    mutationFn: join,
    onSuccess(session) {
      history.replaceState(null, "", "/console"); // the token is used up
      enter(session);
      leave();
    },
  });
  const faults = faultsOf(attempt.error);
  const { label, may } = roleTexts(invited.role);
  return (
    <SignInForm
      attempt={attempt}
      submit={() => attempt.mutate({ token, name: typedText(name), email: typedCode(email), password })}
      submitLabel={invited.email === null ? texts.submit : texts.submitPassword}
      failure={faults ? null : undefined}
    >
      <Text c="dimmed">{filledText(texts.role, { role: label, may })}</Text>
      <SignInField label={texts.name} autoComplete="name" maxLength={100} fault={null} value={name} enter={setName} />
      <SignInField
        label={texts.email}
        description={texts.emailText}
        type="email"
        autoComplete="username"
        fault={faults?.email ?? null}
        value={email}
        enter={setEmail}
      />
      <SignInField
        label={texts.password}
        type="password"
        description={passwordAdvice()}
        autoComplete="new-password"
        minLength={PASSWORD_LENGTH_MIN}
        fault={faults?.password ?? null}
        value={password}
        enter={setPassword}
      />
    </SignInForm>
  );
}
