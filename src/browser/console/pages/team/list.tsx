import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { serverNowMs } from "../../api/connection.ts";
import { endUserSessions, type Invitation, removeUser, renewInvitation, type UserRecord } from "../../api/users.ts";
import { Badge } from "../../app/display/badge.tsx";
import { failureNotice } from "../../app/failure/failure-alert.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { useSession } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { countedText, filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { useIsFrozen } from "./frozen-roles.ts";
import { roleTexts } from "./roles.ts";

interface UserListProps {
  readonly users: readonly UserRecord[];
  readonly onChange: (user: UserRecord) => void;
  readonly onInvited: (invitation: Invitation) => void;
}

export const UserList = ({ users, ...actions }: UserListProps) => (
  <Items label={messages().team.list.users}>
    {users.map((user) => (
      <UserRow key={user.id} user={user} {...actions} />
    ))}
  </Items>
);

interface UserRowProps extends Omit<UserListProps, "users"> {
  readonly user: UserRecord;
}

function UserRow({ user, onChange, onInvited }: UserRowProps) {
  const { list: texts } = messages().team;
  const session = useSession();
  const { name, email, role, merchantIds } = user;
  return (
    <ItemRow
      title={
        <Group gap="xs">
          <Text span fw={600} dir="auto">
            {name}
          </Text>
          <Badge tone="calm">{roleTexts(role).label}</Badge>
          {merchantIds && <Badge tone="calm">{countedText(texts.merchants, merchantIds.length)}</Badge>}
          {session.user?.id === user.id && <Badge tone="busy">{texts.you}</Badge>}
          {user.joinedAt === null && <Badge tone="warn">{texts.invited}</Badge>}
        </Group>
      }
      note={
        <>
          {email && (
            <>
              <bdi>{email}</bdi>
              {" · "}
            </>
          )}
          <Presence user={user} />
        </>
      }
      end={<RowActions user={user} onChange={onChange} onInvited={onInvited} />}
    />
  );
}

function Presence({ user: { joinedAt, inviteExpiresAt, sessions } }: { readonly user: UserRecord }) {
  const { list: texts } = messages().team;
  const at = (message: string, time: string) => <Filled message={message} values={{ time: <Moment at={time} /> }} />;
  if (joinedAt === null) {
    const isOpen = inviteExpiresAt !== null && Date.parse(inviteExpiresAt) > serverNowMs();
    return isOpen ? at(texts.validUntil, inviteExpiresAt) : texts.linkEnded;
  }
  return (
    <>
      {at(texts.joined, joinedAt)}
      {sessions > 0 && ` · ${countedText(texts.sessions, sessions)}`}
    </>
  );
}

function RowActions({ user, onChange, onInvited }: UserRowProps) {
  const { newLink, remove, end } = useUserActions(user, onInvited);
  const isFrozen = useIsFrozen();
  const { team: texts } = messages();
  const { name } = user;
  const button = { size: "xs", variant: "default" } as const;
  return (
    <Group gap="xs">
      {user.sessions > 0 && (
        <Button {...button} onClick={() => void end()} aria-label={filledText(texts.end.of, { name })}>
          {texts.end.button}
        </Button>
      )}
      {user.isManaged && (
        <>
          <Button {...button} onClick={() => onChange(user)} aria-label={filledText(texts.rights.of, { name })}>
            {texts.rights.button}
          </Button>
          {!isFrozen(user.role) && (
            <Button {...button} onClick={() => void newLink()} aria-label={filledText(texts.link.of, { name })}>
              {texts.link.button}
            </Button>
          )}
          <Button
            {...button}
            c="var(--bad)"
            onClick={() => void remove()}
            aria-label={filledText(texts.remove.of, { name })}
          >
            {texts.remove.button}
          </Button>
        </>
      )}
    </Group>
  );
}

function useUserActions({ id, name, joinedAt }: UserRecord, onInvited: (invitation: Invitation) => void) {
  const texts = messages().team;
  const named = (message: string) => filledText(message, { name });
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("users");
  return {
    async newLink() {
      const invitation = await ask({
        title: named(joinedAt === null ? texts.link.question : texts.link.passwordQuestion),
        explanation: <Text>{named(joinedAt === null ? texts.link.text : texts.link.passwordText)}</Text>,
        confirmLabel: texts.link.confirm,
        run: (apiKey) => renewInvitation(apiKey, id).finally(() => void readAgain()),
      });
      if (invitation) onInvited(invitation);
    },
    async remove() {
      const outcome = await ask({
        title: named(texts.remove.question),
        explanation: <Text>{named(texts.remove.text)}</Text>,
        confirmLabel: texts.remove.confirm,
        isDangerous: true,
        run: (apiKey) => removeUser(apiKey, id).finally(() => void readAgain()),
      });
      if (outcome) notifications.show({ title: texts.remove.done, message: named(texts.remove.doneText) });
    },
    async end() {
      try {
        await endUserSessions(id);
        notifications.show({ title: texts.end.done, message: named(texts.end.doneText) });
      } catch (error) {
        notifications.show(failureNotice(error));
      }
      void readAgain();
    },
  };
}
