// The changes that wait for a second person; nothing if there are none.
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ChangeRequest, useChangeRequests } from "../../api/change-requests.ts";
import { Card } from "../../app/display/card.tsx";
import { Note } from "../../app/display/note.tsx";
import { Items } from "../../app/list/list.tsx";
import { useRights, useSession } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import classes from "./approvals.module.css";
import { Move, nameOf } from "./request-text.tsx";
import { TooFewApprovers } from "./too-few.tsx";
import { useDecisions } from "./use-decisions.tsx";

/** @param merchantId only those of this merchant */
export function Waiting({ merchantId }: { readonly merchantId?: string }) {
  const { waiting: texts, asking } = messages().approvals;
  const { mayWrite } = useRights();
  const { user } = useSession();
  const { data } = useChangeRequests(mayWrite, merchantId);
  const requests = data?.requests ?? [];
  const needsPerson = merchantId !== undefined && data?.isRequired === true && user === null;
  return (
    <>
      {needsPerson && <Note>{asking.byPeople}</Note>}
      {merchantId !== undefined && data?.isRequired && <TooFewApprovers approvers={data.approvers} />}
      {requests.length > 0 && (
        <Card flush title={texts.title} note={texts.text}>
          <Items>
            {requests.map((request) => (
              <WaitingRequest key={request.id} request={request} showsMerchant={merchantId === undefined} />
            ))}
          </Items>
        </Card>
      )}
    </>
  );
}

interface WaitingRequestProps {
  readonly request: ChangeRequest;
  readonly showsMerchant: boolean;
}

export function WaitingRequest({ request, showsMerchant }: WaitingRequestProps) {
  const { waiting: texts, changes } = messages().approvals;
  const change = changes[request.type];
  const merchant = showsMerchant ? request.merchantName : null;
  return (
    <li className={classes.row}>
      <Stack gap="xs" miw={0}>
        <Text fw={600} style={{ overflowWrap: "anywhere" }}>
          {merchant === null ? change : <Filled message={texts.ofMerchant} values={{ change, merchant }} />}
        </Text>
        <Move request={request} />
        <Text size="sm" c="dimmed">
          <Filled
            message={texts.asked}
            values={{
              name: nameOf(request),
              asked: <Moment at={request.askedAt} />,
              expires: <Moment at={request.expiresAt} />,
            }}
          />
        </Text>
        {request.isOutdated && <Text size="sm">{texts.outdated}</Text>}
        <Decisions request={request} />
      </Stack>
    </li>
  );
}

function Decisions({ request }: { readonly request: ChangeRequest }) {
  const { waiting: texts, changes } = messages().approvals;
  const { approve, reject, withdraw } = useDecisions(request);
  const label = (action: string) =>
    filledText(texts.onTheRequest, { action, change: changes[request.type], name: nameOf(request) });
  if (request.isOwn) {
    return (
      <>
        {!request.isOutdated && <Text size="sm">{request.merchantId === null ? texts.ownOfAll : texts.own}</Text>}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => void withdraw()} aria-label={label(texts.withdraw)}>
            {texts.withdraw}
          </Button>
        </Group>
      </>
    );
  }
  if (!request.mayDecide) return <Text size="sm">{texts.byPeople}</Text>;
  return (
    <Group gap="xs">
      {!request.isOutdated && (
        <Button size="xs" onClick={() => void approve()} aria-label={label(texts.approve)}>
          {texts.approve}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => void reject()} aria-label={label(texts.reject)}>
        {texts.reject}
      </Button>
    </Group>
  );
}
