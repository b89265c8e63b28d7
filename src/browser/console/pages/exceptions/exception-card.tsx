import { Group, Stack, Text, Title } from "@mantine/core";
import type { AcceptedAsset } from "../../api/assets.ts";
import type { ListedException } from "../../api/exceptions.ts";
import { Badge } from "../../app/display/badge.tsx";
import { Card } from "../../app/display/card.tsx";
import { ShortText } from "../../app/display/copy.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { amountText } from "../../app/text/money-text.ts";
import { TONES } from "./kinds.ts";
import { sentencesOf } from "./sentences.ts";

interface ExceptionCardProps {
  readonly exception: ListedException;
  /** The assets whose explorers are linked. */
  readonly assets: readonly AcceptedAsset[];
}

export function ExceptionCard({ exception, assets }: ExceptionCardProps) {
  const { kind, amount, paymentId, transaction, createdAt, resolvedAt } = exception;
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
            <Text fz="lg" fw={650} className="amount">
              <bdi>{amountText(amount)}</bdi>
            </Text>
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
          {resolvedAt ? (
            <Text>
              <Filled message={texts.resolvedText} values={{ time: <Moment at={resolvedAt} /> }} />
            </Text>
          ) : (
            <Text>{todo}</Text>
          )}
        </div>
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
      </Stack>
    </Card>
  );
}

function explorerLink(
  { networkId, hash }: NonNullable<ListedException["transaction"]>,
  assets: readonly AcceptedAsset[],
) {
  const explorer = assets.find(({ chain }) => chain === `eip155:${networkId}`)?.explorerUrl;
  return explorer ? `${explorer}/tx/${hash}` : null;
}
