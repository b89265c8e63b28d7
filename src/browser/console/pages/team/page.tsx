import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Invitation, listUsers, type UserRecord } from "../../api/users.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { ShownOnce } from "../../app/display/shown-once.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights, useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { SecondPerson } from "../approvals/second-person.tsx";
import { UserList } from "./list.tsx";
import { rolesGivenBy, type UserRole } from "./roles.ts";
import { UserDialog } from "./user-dialog.tsx";

type Open =
  | { readonly type: "new"; readonly role: UserRole | null }
  | { readonly type: "change"; readonly user: UserRecord };

export function TeamPage() {
  const { app, team: texts } = messages();
  const users = useQuery({ queryKey: ["users"], queryFn: ({ signal }) => listUsers(signal) });
  const [open, setOpen] = useState<Open | null>(null);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const session = useSession();
  const { mayWriteAll } = useRights();
  const isFirst = users.data?.users.length === 0 && rolesGivenBy(session.role).includes("owner");
  const invite = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setOpen({ type: "new", role: isFirst ? "owner" : null })}>
      {texts.invite}
    </Button>
  );
  return (
    <Page title={app.places.team} description={texts.text} actions={mayWriteAll && invite}>
      {users.error && !users.data ? (
        <FailureNote error={users.error} retry={() => void users.refetch()} />
      ) : (
        <Card flush>
          {!users.data && <LoadingRows rows={3} height={64} />}
          {users.data?.users.length === 0 && (
            <EmptyState icon="person" title={texts.none}>
              {texts.noneText}
            </EmptyState>
          )}
          {users.data && users.data.users.length > 0 && (
            <UserList
              users={users.data.users}
              onChange={(user) => setOpen({ type: "change", user })}
              onInvited={setInvitation}
            />
          )}
        </Card>
      )}
      <SecondPerson onInvite={() => setOpen({ type: "new", role: null })} />
      {open && (
        <UserDialog
          {...(open.type === "change" ? { user: open.user } : { user: null, role: open.role })}
          close={() => setOpen(null)}
          onInvited={setInvitation}
        />
      )}
      {invitation && (
        <ShownOnce
          title={texts.invitation}
          noun="link"
          text={invitation.url}
          advice={texts.invitationText}
          close={() => setInvitation(null)}
        />
      )}
    </Page>
  );
}
