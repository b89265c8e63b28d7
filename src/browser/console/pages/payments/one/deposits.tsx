// The payment's deposit addresses: what was asked for, what came, and what came of it.
import { Group, Stack, Text } from "@mantine/core";
import { useAssets } from "../../../api/assets.ts";
import { useExceptionsOf } from "../../../api/exceptions.ts";
import { type ConsolePayment, missingOf, useTimeline } from "../../../api/payment.ts";
import { Badge, type Tone } from "../../../app/display/badge.tsx";
import { Card } from "../../../app/display/card.tsx";
import { ShortText } from "../../../app/display/copy.tsx";
import { Row, Rows } from "../../../app/display/rows.tsx";
import { Amount } from "../../../app/text/amount.tsx";
import { messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";

type Address = NonNullable<ConsolePayment["deposits"]>[number];
type Transfer = Address["transactions"][number];

export const Deposits = ({ payment }: { readonly payment: ConsolePayment }) => (
  <>
    {payment.deposits?.map((address) => (
      <AddressCard key={address.asset} payment={payment} address={address} />
    ))}
    <Recovered paymentId={payment.paymentId} />
  </>
);

/** What was passed on without paying the payment. The exceptions say why. */
function Recovered({ paymentId }: { readonly paymentId: string }) {
  const { deposits: texts, chain } = messages().payment;
  const recoveries = useTimeline(paymentId).data?.recoveries ?? [];
  if (recoveries.length === 0) return null;
  return (
    <Card title={texts.recovered} note={texts.recoveredText}>
      <Rows>
        {recoveries.map(({ txHash, explorerUrl, amount }) => (
          <Row key={`${txHash} ${amount.unit}`} label={amountText(amount)}>
            <ShortText value={txHash} label={chain.copyTransaction} href={explorerUrl} ends={6} />
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

interface AddressProps {
  readonly payment: ConsolePayment;
  readonly address: Address;
}

function AddressCard({ payment: { paymentId, status }, address: { asset, address, ...money } }: AddressProps) {
  const { deposits: texts } = messages().payment;
  const { amount, received, transactions } = money;
  const missing = missingOf(money);
  const hasEnded = status !== "requires_action" && status !== "processing";
  return (
    <Card title={texts.title} note={amount.display?.networkName ?? asset}>
      <Rows>
        <Row label={texts.address}>
          <ShortText value={address} label={texts.copyAddress} />
        </Row>
        <Row label={texts.asked}>
          <Amount of={amount} />
        </Row>
        <Row label={texts.received}>
          <Amount of={received} />
        </Row>
        {missing && !hasEnded && (
          <Row label={texts.missing}>
            <Amount of={missing} />
          </Row>
        )}
        <Row label={texts.transfers}>
          {transactions.length === 0 ? (
            texts.none
          ) : (
            <Stack gap="xs">
              {transactions.map((transfer) => (
                <OneTransfer
                  key={`${transfer.hash} ${transfer.value}`}
                  of={{ paymentId, asset, money }}
                  transfer={transfer}
                />
              ))}
            </Stack>
          )}
        </Row>
      </Rows>
      {transactions.length > 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          {status !== "succeeded" && hasEnded ? `${texts.over} ${texts.sender}` : texts.sender}
        </Text>
      )}
    </Card>
  );
}

const TONES = { pending: "busy", confirmed: "good", orphaned: "warn" } as const satisfies Record<
  Transfer["status"],
  Tone
>;

interface TransferProps {
  readonly of: {
    readonly paymentId: string;
    readonly asset: string;
    readonly money: Pick<Address, "amount">;
  };
  readonly transfer: Transfer;
}

function OneTransfer({ of: { paymentId, asset, money }, transfer: { hash, value, status } }: TransferProps) {
  const { deposits: texts, chain, timeline } = messages().payment;
  const assets = useAssets().data ?? [];
  const explorer = assets.find(({ chain: caip2 }) => asset.startsWith(`${caip2}/`))?.explorerUrl;
  const exception = useExceptionsOf(paymentId).data?.data.find(({ transaction }) => transaction?.hash === hash);
  return (
    <div>
      <Group gap="xs">
        <Amount of={{ ...money.amount, value }} />
        <Badge tone={TONES[status]}>{texts.status[status]}</Badge>
      </Group>
      <ShortText
        value={hash}
        label={chain.copyTransaction}
        href={explorer ? `${explorer}/tx/${hash}` : null}
        ends={6}
      />
      {exception && (
        <Text size="sm" c="var(--warn)">
          {timeline.exceptions[exception.kind]}
        </Text>
      )}
    </div>
  );
}
