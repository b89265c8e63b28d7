// Invites a user, or changes a user's rights. Both are confirmed.
import { Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { changeUser, type Invitation, inviteUser, type UserRecord, useMailWishes } from "../../api/users.ts";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { useSession } from "../../app/session/session.tsx";
import { countedText, filledText, language, messages } from "../../app/text/language.ts";
import { useIsFrozen } from "./frozen-roles.ts";
import { type Rights, RightsFields } from "./rights-fields.tsx";
import { roleTexts, type UserRole } from "./roles.ts";

interface UserDialogProps {
  /** Null: a new user. */
  readonly user: UserRecord | null;
  /** The role that a new user starts with; null: it must be chosen. */
  readonly role?: UserRole | null;
  readonly close: () => void;
  readonly onInvited: (invitation: Invitation) => void;
}

/** `url` and `expiresAt`: of an invitation. */
interface Outcome {
  readonly id: string;
  readonly url?: string | null;
  readonly expiresAt?: string;
}

/** Only the server judges whether mail can be sent to an address: browsers accept more. */
const isAboutEmail = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ field }) => field === "email");

export function UserDialog({ user, role = null, close, onInvited }: UserDialogProps) {
  const { form: texts, ...team } = messages().team;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("users");
  const [name, setName] = useState(user?.name ?? "");
  const [email, setEmail] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const canMail = useCanMail() && !user;
  const [rights, setRights] = useState<Rights>({ role: user?.role ?? role, merchantIds: user?.merchantIds ?? [] });

  const isFrozen = useIsFrozen();
  const submit = async (chosen: UserRole) => {
    const merchantIds = rights.merchantIds.length > 0 ? [...rights.merchantIds] : null;
    const body = { role: chosen, merchantIds };
    const mail = email === "" ? {} : { email: typedCode(email), language: language() };
    const invite = (apiKey: string) =>
      inviteUser(apiKey, { name: typedText(name), ...body, ...mail }).catch((error) => {
        if (!isAboutEmail(error)) throw error;
        setRefused(email);
        return null; // back to the form
      });
    const invitation = await ask<Outcome | null>({
      title: filledText(user ? team.rights.question : texts.question, { name }),
      explanation: <RoleText role={chosen} merchants={rights.merchantIds.length} />,
      confirmLabel: user ? team.rights.confirm : texts.confirm,
      run: (apiKey) =>
        user
          ? changeUser(apiKey, user.id, body).finally(readAgain) // the next change starts from this one
          : invite(apiKey).finally(() => void readAgain()),
    });
    if (invitation === null) return;
    close();
    const { id, url, expiresAt } = invitation;
    if (url && expiresAt) onInvited({ id, url, expiresAt });
    else if (url === null) {
      notifications.show({ title: texts.mailed, message: filledText(texts.mailedText, { email: typedCode(email) }) });
    }
  };

  const title = user ? filledText(team.rights.title, { name: user.name }) : team.invite;
  return (
    <FormDialog
      title={title}
      close={close}
      submit={() => (rights.role ? submit(rights.role) : null)}
      canSubmit={typedText(name) !== "" && rights.role !== null && !isFrozen(rights.role)}
    >
      {!user && (
        <TextInput
          label={texts.name}
          description={texts.nameText}
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus={refused === email ? undefined : true}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      {canMail && <EmailField value={email} isRefused={refused === email} enter={setEmail} />}
      <RightsFields rights={rights} onChange={setRights} />
    </FormDialog>
  );
}

interface EmailFieldProps {
  readonly value: string;
  readonly isRefused: boolean;
  readonly enter: (typed: string) => void;
}

function EmailField({ value, isRefused, enter }: EmailFieldProps) {
  const { form: texts } = messages().team;
  return (
    <TextInput
      label={texts.email}
      description={texts.emailText}
      type="email"
      dir="ltr"
      autoComplete="off"
      maxLength={254}
      data-autofocus={isRefused || undefined}
      error={isRefused && texts.emailWrong}
      value={value}
      onChange={(event) => enter(event.currentTarget.value)}
    />
  );
}

/** Whether invitations can be sent by mail. */
function useCanMail(): boolean {
  const { user } = useSession();
  const { data } = useMailWishes(user !== null);
  return data !== undefined && data.kinds.length > 0;
}

/** @param merchants how many the user is limited to; 0: all */
function RoleText({ role, merchants }: { readonly role: UserRole; readonly merchants: number }) {
  const { label, may } = roleTexts(role);
  return (
    <>
      <Text fw={600}>
        {label}
        {merchants > 0 && ` · ${countedText(messages().team.list.merchants, merchants)}`}
      </Text>
      <Text>{may}</Text>
    </>
  );
}
