import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { endUserSessions, type Invitation, removeUser, renewInvitation, type UserRecord } from "../../api/users.ts";
import { Badge } from "../../app/badge.tsx";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { failureOf } from "../../app/failure.ts";
import { Moment } from "../../app/moment.tsx";
import { useSession } from "../../app/session.tsx";
import classes from "../keys/keys.module.css";
import { ROLE_TEXTS } from "./roles.ts";

interface UserListProps {
  readonly users: readonly UserRecord[];
  readonly onChange: (user: UserRecord) => void;
  readonly onInvited: (invitation: Invitation) => void;
}

export const UserList = ({ users, ...actions }: UserListProps) => (
  <ul className={classes.list} aria-label="Users">
    {users.map((user) => (
      <UserRow key={user.id} user={user} {...actions} />
    ))}
  </ul>
);

interface UserRowProps extends Omit<UserListProps, "users"> {
  readonly user: UserRecord;
}

function UserRow({ user, onChange, onInvited }: UserRowProps) {
  const session = useSession();
  const { name, email, role, merchantIds } = user;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text span fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Badge tone="calm">{ROLE_TEXTS[role].label}</Badge>
          {merchantIds && (
            <Badge tone="calm">{merchantIds.length === 1 ? "1 merchant" : `${merchantIds.length} merchants`}</Badge>
          )}
          {session.user?.id === user.id && <Badge tone="busy">You</Badge>}
          {user.joinedAt === null && <Badge tone="warn">Invited</Badge>}
        </Group>
        <Text size="sm" c="dimmed" mt={2} style={{ overflowWrap: "anywhere" }}>
          {email && `${email} · `}
          <Presence user={user} />
        </Text>
      </div>
      <RowActions user={user} onChange={onChange} onInvited={onInvited} />
    </li>
  );
}

function Presence({ user: { joinedAt, inviteExpiresAt, sessions } }: { readonly user: UserRecord }) {
  if (joinedAt === null) {
    return inviteExpiresAt === null ? null : (
      <>
        invitation valid until <Moment at={inviteExpiresAt} />
      </>
    );
  }
  return (
    <>
      joined <Moment at={joinedAt} />
      {sessions > 0 && ` · ${sessions === 1 ? "1 session" : `${sessions} sessions`}`}
    </>
  );
}

function RowActions({ user, onChange, onInvited }: UserRowProps) {
  const { newLink, remove, end } = useUserActions(user, onInvited);
  const button = { size: "xs", variant: "default" } as const;
  return (
    <Group gap="xs">
      {user.sessions > 0 && (
        <Button {...button} onClick={() => void end()} aria-label={`End sessions of ${user.name}`}>
          End sessions
        </Button>
      )}
      {user.isManaged && (
        <>
          <Button {...button} onClick={() => onChange(user)} aria-label={`Change rights of ${user.name}`}>
            Rights
          </Button>
          <Button {...button} onClick={() => void newLink()} aria-label={`New link for ${user.name}`}>
            New link
          </Button>
          <Button {...button} c="var(--bad)" onClick={() => void remove()} aria-label={`Remove ${user.name}`}>
            Remove
          </Button>
        </>
      )}
    </Group>
  );
}

function useUserActions({ id, name, joinedAt }: UserRecord, onInvited: (invitation: Invitation) => void) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const readAgain = () => void queries.invalidateQueries({ queryKey: ["users"] });
  return {
    async newLink() {
      const invitation = await ask({
        title: joinedAt === null ? `New invitation for ${name}?` : `New password for ${name}?`,
        explanation: (
          <Text>
            {joinedAt === null
              ? "An earlier link stops working."
              : `${name} sets a new password with the link. Sessions end when that is done.`}
          </Text>
        ),
        confirmLabel: "Create link",
        run: (apiKey) => renewInvitation(apiKey, id).finally(readAgain),
      });
      if (invitation) onInvited(invitation);
    },
    async remove() {
      const outcome = await ask({
        title: `Remove ${name}?`,
        explanation: (
          <Text>
            {name} is signed out at once. The name, the email address and the network addresses are erased; the audit
            log keeps only an ID.
          </Text>
        ),
        confirmLabel: "Remove user",
        isDangerous: true,
        run: (apiKey) => removeUser(apiKey, id).finally(readAgain),
      });
      if (outcome) notifications.show({ title: "User removed", message: `${name} can no longer sign in.` });
    },
    async end() {
      try {
        await endUserSessions(id);
        notifications.show({ title: "Sessions ended", message: `${name} has to sign in again.` });
      } catch (error) {
        const { title, whatToDo } = failureOf(error);
        notifications.show({ color: "red", title, message: whatToDo });
      }
      readAgain();
    },
  };
}
