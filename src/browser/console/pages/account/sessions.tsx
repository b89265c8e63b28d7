import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { endOtherSessions, endSession, listSessions, type SessionRecord } from "../../api/users.ts";
import { Badge } from "../../app/display/badge.tsx";
import { Card } from "../../app/display/card.tsx";
import { FailureAlert } from "../../app/failure/failure-alert.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useSession } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { browserOf } from "./browser.ts";

export function OwnSessions() {
  const { sessions: texts } = messages().account;
  const { user } = useSession();
  const readAgain = useReadAgain("sessions");
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: ({ signal }) => listSessions(signal) });
  const endOne = useMutation({ mutationFn: endSession, onSettled: readAgain });
  const endOthers = useMutation({ mutationFn: endOtherSessions, onSettled: readAgain });
  const failure = endOne.error ?? endOthers.error;
  const hasOthers = (sessions.data?.sessions.length ?? 0) > 1;
  return (
    <Card
      title={texts.title}
      note={user ? texts.text : texts.textOfKey}
      flush
      actions={
        hasOthers && (
          <Button size="xs" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {texts.endOthers}
          </Button>
        )
      }
    >
      {failure && <FailureAlert error={failure} />}
      {sessions.error && !sessions.data && <FailureNote error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && <LoadingRows rows={1} height={56} />}
      {sessions.data && (
        <Items label={texts.title}>
          {sessions.data.sessions.map((session) => (
            <Row key={session.id} session={session} end={() => endOne.mutate(session.id)} />
          ))}
        </Items>
      )}
    </Card>
  );
}

function Row({ session, end }: { readonly session: SessionRecord; readonly end: () => void }) {
  const { sessions: texts } = messages().account;
  const { agent, address, startedAt, usedAt, isThisOne } = session;
  const browser = browserOf(agent);
  return (
    <ItemRow
      title={
        <Group gap="xs">
          <Text span fw={600}>
            {browser}
          </Text>
          {isThisOne && <Badge tone="busy">{texts.thisSession}</Badge>}
        </Group>
      }
      note={
        <>
          {address && (
            <>
              <bdi>{address}</bdi>
              {" · "}
            </>
          )}
          <Filled message={texts.started} values={{ time: <Moment at={startedAt} /> }} />
          {" · "}
          <Filled message={texts.lastUsed} values={{ time: <Moment at={usedAt} /> }} />
        </>
      }
      end={
        !isThisOne && (
          <Button size="xs" variant="default" onClick={end} aria-label={filledText(texts.endOf, { browser })}>
            {texts.end}
          </Button>
        )
      }
    />
  );
}
