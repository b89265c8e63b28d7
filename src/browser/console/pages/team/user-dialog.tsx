// Invites a user, or changes a user's rights. Both are confirmed.
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { changeUser, type Invitation, inviteUser, type UserRecord } from "../../api/users.ts";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { countedText, filledText, messages } from "../../app/text/language.ts";
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

export function UserDialog({ user, role = null, close, onInvited }: UserDialogProps) {
  const { form: texts, ...team } = messages().team;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("users");
  const [name, setName] = useState(user?.name ?? "");
  const [rights, setRights] = useState<Rights>({ role: user?.role ?? role, merchantIds: user?.merchantIds ?? [] });

  const isFrozen = useIsFrozen();
  const submit = async (chosen: UserRole) => {
    const merchantIds = rights.merchantIds.length > 0 ? [...rights.merchantIds] : null;
    const body = { role: chosen, merchantIds };
    const invitation = await ask<Invitation | { readonly id: string }>({
      title: filledText(user ? team.rights.question : texts.question, { name }),
      explanation: <RoleText role={chosen} merchants={rights.merchantIds.length} />,
      confirmLabel: user ? team.rights.confirm : texts.confirm,
      run: (apiKey) =>
        (user ? changeUser(apiKey, user.id, body) : inviteUser(apiKey, { name: typedText(name), ...body })).finally(
          () => void readAgain(),
        ),
    });
    if (invitation === null) return;
    close();
    if ("url" in invitation) onInvited(invitation);
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
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <RightsFields rights={rights} onChange={setRights} />
    </FormDialog>
  );
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
