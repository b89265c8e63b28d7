import { Group, Stack, Text, Title } from "@mantine/core";
import type { AcceptedAsset } from "../../api/assets.ts";
import type { ListedException } from "../../api/exceptions.ts";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { Badge } from "../../app/display/badge.tsx";
import { Card } from "../../app/display/card.tsx";
import { ShortText } from "../../app/display/copy.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { useRights } from "../../app/session/session.tsx";
import { Amount } from "../../app/text/amount.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { amountText } from "../../app/text/money-text.ts";
import { HandleAction } from "./handle.tsx";
import { TONES } from "./kinds.ts";
import { OpenRefund, RefundAction } from "./refund.tsx";
import { sentencesOf } from "./sentences.ts";

interface ExceptionCardProps {
  readonly exception: ListedException;
  /** Their chains have the explorer links. */
  readonly assets: readonly AcceptedAsset[];
  /** It sends the money back, and has not ended. */
  readonly refund: ConsoleRefund | undefined;
}

export function ExceptionCard({ exception, assets, refund }: ExceptionCardProps) {
  const { kind, amount, fiatAmount, paymentId, transaction, createdAt, resolvedAt } = exception;
  const { mayWrite } = useRights();
  const { exceptions: texts } = messages();
  const { title, todo } = texts.kinds[kind];
  const [what, ...more] = sentencesOf(exception);
  const tone = TONES[kind];
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between" align="start" gap="xs">
          <div>
            <Group gap="sm">
              <Title order={2}>{title}</Title>
              {resolvedAt ? (
                <Badge tone="good">{texts.resolved}</Badge>
              ) : (
                <Badge tone={tone}>{texts.urgency[tone]}</Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              <Moment at={createdAt} />
            </Text>
          </div>
          {amount && (
            <div>
              <Text fz="lg" fw={650}>
                <Amount of={amount} />
              </Text>
              {fiatAmount && (
                <Text size="sm" c="dimmed" className="amount">
                  {filledText(texts.worth, { amount: amountText(fiatAmount) })}
                </Text>
              )}
            </div>
          )}
        </Group>
        <div>
          <Text size="sm" fw={600} c="dimmed">
            {texts.whatHappened}
          </Text>
          <Text>{what}</Text>
          {more.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
        </div>
        <div>
          <Text size="sm" fw={600} c="dimmed">
            {texts.whatToDo}
          </Text>
          {resolvedAt ? <HowResolved exception={exception} at={resolvedAt} /> : <Text>{todo}</Text>}
        </div>
        <Origin exception={exception} />
        <Group gap="lg" c="dimmed">
          <AnchorLink to="/payments/$paymentId" params={{ paymentId }} fw={600}>
            {texts.view}
          </AnchorLink>
          {transaction && (
            <ShortText
              value={transaction.hash}
              ends={8}
              label={texts.copyHash}
              href={explorerLink(transaction, assets)}
            />
          )}
        </Group>
        {refund && <OpenRefund refund={refund} />}
        {mayWrite && !resolvedAt && !refund && (
          <Group gap="xs">
            <RefundAction exception={exception} />
            <HandleAction exception={exception} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}

/** Who sent the money, on which network. */
function Origin({ exception: { sender, network } }: Pick<ExceptionCardProps, "exception">) {
  const { exceptions: texts } = messages();
  if (sender === undefined && network === undefined) return null;
  return (
    <Group gap="lg" align="start">
      {sender !== undefined && (
        <div>
          <Text size="sm" fw={600} c="dimmed">
            {texts.sender}
          </Text>
          <ShortText value={sender.split(":").at(-1) ?? ""} ends={8} label={texts.copySender} />
        </div>
      )}
      {network !== undefined && (
        <div>
          <Text size="sm" fw={600} c="dimmed">
            {texts.network}
          </Text>
          <Text size="sm">
            <bdi>{network}</bdi>
          </Text>
        </div>
      )}
    </Group>
  );
}

function HowResolved({ exception: { kind, resolution }, at }: Pick<ExceptionCardProps, "exception"> & { at: string }) {
  const { exceptions: texts } = messages();
  const { type, note, by } = resolution ?? {};
  const isBack = kind === "reorged" || kind === "settlement_failed";
  const byChain = isBack ? texts.returnedText : texts.resolvedText;
  const message = { note: texts.handledText, refund: texts.refundedText, chain: byChain }[type ?? "chain"];
  return (
    <>
      <Text>
        <Filled
          message={message}
          values={{ time: <Moment at={at} />, name: <bdi>{by?.name ?? by?.id ?? texts.someone}</bdi> }}
        />
      </Text>
      {note !== undefined && (
        <Text style={{ overflowWrap: "anywhere" }}>
          <bdi>{note}</bdi>
        </Text>
      )}
    </>
  );
}

function explorerLink(
  { networkId, hash }: NonNullable<ListedException["transaction"]>,
  assets: readonly AcceptedAsset[],
) {
  const explorer = assets.find(({ chain }) => chain === `eip155:${networkId}`)?.explorerUrl;
  return explorer ? `${explorer}/tx/${hash}` : null;
}
