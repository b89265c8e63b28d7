import { Group, Stack, Text, Title } from "@mantine/core";
import type { AcceptedAsset } from "../../api/assets.ts";
import type { ListedException } from "../../api/exceptions.ts";
import { Badge, type Tone } from "../../app/badge.tsx";
import { ShortText } from "../../app/copy.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { amountText } from "../../app/money-text.ts";
import { Surface } from "../../app/surface.tsx";
import { KINDS } from "./kinds.ts";

const URGENCY = { bad: "Money is missing", warn: "Money to place", busy: "Being mended" } as const satisfies Partial<
  Record<Tone, string>
>;

interface ExceptionCardProps {
  readonly exception: ListedException;
  /** Where transactions can be looked up. */
  readonly assets: readonly AcceptedAsset[];
}

export function ExceptionCard({ exception, assets }: ExceptionCardProps) {
  const { kind, amount, paymentId, transaction, createdAt, message, resolvedAt } = exception;
  const { title, what, todo, tone } = KINDS[kind];
  return (
    <Surface>
      <Stack gap="md">
        <Group justify="space-between" align="start" gap="xs">
          <div>
            <Group gap="sm">
              <Title order={2}>{title}</Title>
              {resolvedAt ? <Badge tone="good">Resolved</Badge> : <Badge tone={tone}>{URGENCY[tone]}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              <Moment at={createdAt} />
            </Text>
          </div>
          {amount && (
            <Text fz="lg" fw={650} className="amount">
              {amountText(amount)}
            </Text>
          )}
        </Group>
        <div>
          <Text size="sm" fw={600} c="dimmed">
            What happened
          </Text>
          <Text>{what}</Text>
          {feeIn(message) && <Text size="sm">{feeIn(message)}</Text>}
        </div>
        <div>
          <Text size="sm" fw={600} c="dimmed">
            What to do
          </Text>
          {resolvedAt ? (
            <Text>
              Nothing more: what came was confirmed afterwards (<Moment at={resolvedAt} />) and has paid the payment.
            </Text>
          ) : (
            <Text>{todo}</Text>
          )}
        </div>
        <Group gap="lg" c="dimmed">
          <AnchorLink to="/payments/$paymentId" params={{ paymentId }} fw={600}>
            Open the payment
          </AnchorLink>
          {transaction && (
            <ShortText
              value={transaction.hash}
              ends={8}
              label="Copy the transaction"
              href={explorerLink(transaction, assets)}
            />
          )}
        </Group>
      </Stack>
    </Surface>
  );
}

/** What a message says beside its kind: the part that went as a fee. */
const feeIn = (message: string): string | null => / (\d+ of it .* went as a fee\.)$/.exec(message)?.[1] ?? null;

function explorerLink(
  { networkId, hash }: NonNullable<ListedException["transaction"]>,
  assets: readonly AcceptedAsset[],
) {
  const explorer = assets.find(({ chain }) => chain === `eip155:${networkId}`)?.explorerUrl;
  return explorer ? `${explorer}/tx/${hash}` : null;
}
