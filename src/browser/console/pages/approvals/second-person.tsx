// Whether a second person must approve changes of destinations; owners change that.
import { Button, List, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { requireSecondPerson, useChangeRequests } from "../../api/change-requests.ts";
import { Card } from "../../app/display/card.tsx";
import { Items } from "../../app/list/list.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { useRights, useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { PEOPLE_MIN, TooFewApprovers } from "./too-few.tsx";
import { WaitingRequest } from "./waiting.tsx";

/** @param onInvite opens the invitation of another person */
export function SecondPerson({ onInvite }: { readonly onInvite: () => void }) {
  const { second: texts } = messages().approvals;
  const { mayWriteAll } = useRights();
  const { data } = useChangeRequests(mayWriteAll);
  const { role, user, livemode } = useSession();
  const isOwner = role === "owner";
  const { require, stop } = useSecondPerson();
  if (!data || !mayWriteAll) return null;
  const { isRequired, approvers, requests } = data;
  if (!livemode && !isRequired) return null;
  const isTooFew = !isRequired && approvers < PEOPLE_MIN;
  const stopping = requests.filter(({ type }) => type === "single_person");
  const isStopping = stopping.length > 0;
  return (
    <Card title={texts.title} note={isRequired ? texts.on : texts.off}>
      <Stack gap="sm" align="start">
        {!isOwner && !isStopping && (
          <Text size="sm">{user ? texts.byOwners : `${texts.byOwners} ${texts.inviteYourself}`}</Text>
        )}
        {isRequired && <TooFewApprovers approvers={approvers} />}
        {isOwner && isTooFew && (
          <>
            <Text size="sm">{texts.tooFew}</Text>
            <Button onClick={onInvite}>{messages().team.invite}</Button>
          </>
        )}
        {isOwner && !isRequired && (
          <Button variant="default" disabled={isTooFew} onClick={() => void require()}>
            {texts.require}
          </Button>
        )}
        {isOwner && isRequired && !isStopping && (
          <Button variant="default" onClick={() => void stop()}>
            {texts.stop}
          </Button>
        )}
        {isStopping && (
          <Items>
            {stopping.map((request) => (
              <WaitingRequest key={request.id} request={request} showsMerchant={false} />
            ))}
          </Items>
        )}
      </Stack>
    </Card>
  );
}

function useSecondPerson() {
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("change-requests", "users", "audit");
  const change = async (isRequired: boolean, question: string, explanation: React.ReactNode, label: string) => {
    const run = (apiKey: string) => requireSecondPerson(apiKey, isRequired).finally(() => void readAgain());
    return ask({ title: question, explanation, confirmLabel: label, run });
  };
  return {
    async require() {
      const { second: texts } = messages().approvals;
      const effects = (
        <List size="sm" spacing="xs">
          {texts.effects.map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
      );
      if (await change(true, texts.question, effects, texts.require)) {
        notifications.show({ title: texts.required, message: texts.requiredText });
      }
    },
    async stop() {
      const { second: texts, asking } = messages().approvals;
      if (await change(false, texts.stopQuestion, <Text>{texts.stopText}</Text>, texts.stop)) {
        notifications.show({ title: asking.done, message: asking.doneText });
      }
    },
  };
}
