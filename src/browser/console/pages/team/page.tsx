import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Invitation, listUsers, type UserRecord } from "../../api/users.ts";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { ShownOnce } from "../../app/shown-once.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { UserList } from "./list.tsx";
import { UserDialog } from "./user-dialog.tsx";

type Open = { readonly type: "new" } | { readonly type: "change"; readonly user: UserRecord };

export function TeamPage() {
  const users = useQuery({ queryKey: ["users"], queryFn: ({ signal }) => listUsers(signal) });
  const [open, setOpen] = useState<Open | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const invite = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({ type: "new" })}>
      Invite someone
    </Button>
  );
  return (
    <Page title="Team" description="People who sign in to this console, each with a role." actions={invite}>
      {users.error ? (
        <FailureNote error={users.error} retry={() => void users.refetch()} />
      ) : (
        <Surface flush>
          {!users.data && <LoadingRows rows={3} height={64} />}
          {users.data?.users.length === 0 && (
            <Nothing icon="person" title="Nobody has been invited yet">
              Invite yourself first as an owner, so that nobody has to sign in with an API key.
            </Nothing>
          )}
          {users.data && users.data.users.length > 0 && (
            <UserList
              users={users.data.users}
              onChange={(user) => setOpen({ type: "change", user })}
              onInvited={setInvitation}
            />
          )}
        </Surface>
      )}
      {open && (
        <UserDialog
          user={open.type === "change" ? open.user : null}
          close={() => setOpen(null)}
          onInvited={setInvitation}
        />
      )}
      {invitation && (
        <ShownOnce
          title="The invitation"
          noun="link"
          text={invitation.url}
          advice="Send it to this person only: anyone who opens it can join. It works once, for seven days."
          close={() => setInvitation(null)}
        />
      )}
    </Page>
  );
}
