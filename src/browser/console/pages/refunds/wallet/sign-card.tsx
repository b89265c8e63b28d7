// Connects a wallet once, signs all open refunds with it one after another, and shows what became of each.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { chainOfUnit } from "../../../../../money/amount.ts";
import type { ConsoleRefund } from "../../../api/refunds/refunds.ts";
import { Badge, type Tone } from "../../../app/display/badge.tsx";
import { Card } from "../../../app/display/card.tsx";
import { Icon } from "../../../app/display/icon.tsx";
import { AnchorLink } from "../../../app/display/links.tsx";
import { Note } from "../../../app/display/note.tsx";
import { ItemRow, Items } from "../../../app/list/list.tsx";
import { ExactAmount } from "../../../app/text/amount.tsx";
import { countedText, filledText, messages } from "../../../app/text/language.ts";
import { exactAmountText } from "../../../app/text/money-text.ts";
import { type Connected, connectWallet, disconnectWallet, useConnected, useWallets } from "./connected.ts";
import { faultOf, faultText } from "./fault.ts";
import type { Run, Signed } from "./use-run.ts";

/** By network, because the wallet asks before each switch, and the one that expires first comes first. */
const inOrder = (refunds: readonly ConsoleRefund[]) =>
  refunds.toSorted(
    (a, b) =>
      chainOf(a).localeCompare(chainOf(b)) || a.expiresAt - b.expiresAt || a.createdAt.localeCompare(b.createdAt),
  );

const chainOf = ({ amount }: ConsoleRefund): string => chainOfUnit(amount.unit);

interface SignCardProps {
  /** The refunds that somebody has to sign. */
  readonly refunds: readonly ConsoleRefund[];
  readonly run: Run;
}

export function SignCard({ refunds, run }: SignCardProps) {
  const { sign: texts } = messages().refunds;
  const connected = useConnected();
  if (refunds.length === 0 && run.rows.length === 0) return null;
  return (
    <Card title={texts.title} note={texts.text} flush>
      <Stack gap="sm" px={{ base: "md", sm: "lg" }} pb="md" align="start">
        {connected ? <ConnectedWallet connected={connected} /> : <WalletChoice />}
        {connected && refunds.length > 0 && (
          <Group gap="sm">
            <Button
              leftSection={<Icon name="pencil" size={16} />}
              loading={run.isRunning}
              onClick={() => void run.start(inOrder(refunds), connected, refunds.length === 1)}
            >
              {countedText(texts.action, refunds.length)}
            </Button>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              <bdi>{filledText(texts.sum, { amounts: sumText(refunds) })}</bdi>
            </Text>
          </Group>
        )}
      </Stack>
      {run.rows.length > 0 && <Progress rows={run.rows} />}
    </Card>
  );
}

function WalletChoice() {
  const { sign: texts } = messages().refunds;
  const wallets = useWallets();
  const [connecting, setConnecting] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (wallets.length === 0) return <Text size="sm">{texts.noWallet}</Text>;
  return (
    <>
      <Group gap="xs">
        {wallets.map((wallet) => (
          <Button
            key={wallet.id}
            variant="default"
            loading={connecting === wallet.id}
            leftSection={
              wallet.icon ? <img src={wallet.icon} alt="" width={18} height={18} /> : <Icon name="wallet" size={16} />
            }
            onClick={() => {
              setConnecting(wallet.id);
              setFault(null);
              connectWallet(wallet)
                .catch((error: unknown) => setFault(faultText(faultOf(error))))
                .finally(() => setConnecting(null));
            }}
          >
            {filledText(texts.connect, { wallet: wallet.name ?? texts.nameless })}
          </Button>
        ))}
      </Group>
      {fault && <Note role="alert">{fault}</Note>}
    </>
  );
}

function ConnectedWallet({ connected: { wallet, addresses } }: { readonly connected: Connected }) {
  const { sign: texts } = messages().refunds;
  return (
    <Group gap="sm">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {filledText(texts.connected, { wallet: wallet.name ?? texts.nameless, address: addresses[0] ?? "" })}
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={disconnectWallet}>
        {texts.otherWallet}
      </Button>
    </Group>
  );
}

/** The sum of each asset. */
function sumText(refunds: readonly ConsoleRefund[]): string {
  const sums = new Map<string, ConsoleRefund["amount"]>();
  for (const { amount } of refunds) {
    const value = BigInt(sums.get(amount.unit)?.value ?? "0") + BigInt(amount.value);
    sums.set(amount.unit, { ...amount, value: value.toString() });
  }
  return [...sums.values()]
    .map((amount) => [exactAmountText(amount), amount.display?.networkName].filter(Boolean).join(" · "))
    .join(", ");
}

const TONES: Readonly<Record<Signed["at"], Tone>> = {
  waiting: "calm",
  preparing: "busy",
  sign: "warn",
  approve: "warn",
  send: "warn",
  confirming: "busy",
  accepted: "busy",
  paid: "good",
  unpaid: "bad",
  failed: "bad",
};

const isSigned = ({ at }: Signed): boolean => at === "accepted" || at === "paid" || at === "unpaid";

function Progress({ rows }: { readonly rows: readonly Signed[] }) {
  const { sign: texts } = messages().refunds;
  const done = rows.filter(isSigned).length;
  const failed = rows.filter(({ at }) => at === "failed").length;
  return (
    <>
      <Text size="sm" fw={600} px={{ base: "md", sm: "lg" }} pb="sm" role="status">
        {countedText(texts.signed, done)}
        {failed > 0 && ` ${countedText(texts.notSigned, failed)}`}
      </Text>
      <Items label={texts.progress}>
        {rows.map(({ refund, at, fault }) => (
          <ItemRow
            key={refund.refundId}
            title={
              <AnchorLink to="/payments/$paymentId" params={{ paymentId: refund.paymentId }} fz="inherit" fw={600}>
                <bdi>{refund.referenceId ?? refund.paymentId}</bdi>
              </AnchorLink>
            }
            note={fault ? faultText(fault) : <ExactAmount of={refund.amount} />}
            end={<Badge tone={TONES[at]}>{texts.steps[at]}</Badge>}
          />
        ))}
      </Items>
    </>
  );
}
