// One refund: how much goes to whom, who asked for it and why, and what has to be done.
import { Group, Stack, Text, Title } from "@mantine/core";
import { isOpenRefund } from "../../../../payment/refund.ts";
import { useAssets } from "../../api/assets.ts";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { Badge, type Tone } from "../../app/display/badge.tsx";
import { Card } from "../../app/display/card.tsx";
import { ShortText } from "../../app/display/copy.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { Row, Rows } from "../../app/display/rows.tsx";
import { useMayWrite } from "../../app/session/session.tsx";
import { Amount, ExactAmount } from "../../app/text/amount.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { Actions } from "./actions.tsx";

const TONES: Readonly<Record<ConsoleRefund["status"], Tone>> = {
  requires_address: "warn",
  requires_action: "warn",
  processing: "busy",
  succeeded: "good",
  failed: "bad",
  cancelled: "calm",
};

interface RefundCardProps {
  readonly refund: ConsoleRefund;
  /** Signs it with the connected wallet. */
  readonly sign?: () => void;
  /** Default: true. The payment's own page does not name the payment. */
  readonly namesPayment?: boolean;
}

export function RefundCard({ refund, sign, namesPayment = true }: RefundCardProps) {
  const { status: statuses, meaning } = messages().refunds;
  const { amount, fiatAmount, status } = refund;
  const state = status === "requires_address" && refund.claim ? "claimed" : status;
  return (
    <Card>
      <Stack gap="md">
        <Group justify="space-between" align="start" gap="xs">
          <div>
            <Title order={2}>
              {status === "requires_action" ? <ExactAmount of={amount} /> : <Amount of={amount} />}
            </Title>
            <Text size="sm" c="dimmed">
              <Amount of={fiatAmount} />
              {amount.display?.networkName && (
                <>
                  {" · "}
                  <bdi>{amount.display.networkName}</bdi>
                </>
              )}
            </Text>
          </div>
          <Badge tone={TONES[status]}>{statuses[state]}</Badge>
        </Group>
        <Text size="sm">{meaning[state]}</Text>
        <Facts refund={refund} namesPayment={namesPayment} />
        {useMayWrite() && isOpenRefund(status) && <Actions refund={refund} {...(sign && { sign })} />}
      </Stack>
    </Card>
  );
}

function Facts({ refund, namesPayment }: { readonly refund: ConsoleRefund; readonly namesPayment: boolean }) {
  const { facts: texts, failures } = messages().refunds;
  const { paymentId, exceptionId, referenceId, reason, failure, status, expiresAt } = refund;
  return (
    <Rows>
      {exceptionId !== undefined && (
        <Row label={texts.exception}>
          <AnchorLink to="/exceptions" search={{ paymentId, status: "all" }} fz="inherit">
            {texts.ofException}
          </AnchorLink>
        </Row>
      )}
      {namesPayment && (
        <Row label={texts.payment}>
          <AnchorLink to="/payments/$paymentId" params={{ paymentId }} fz="inherit">
            <bdi>{referenceId ?? paymentId}</bdi>
          </AnchorLink>
        </Row>
      )}
      <Receiver refund={refund} />
      <Row label={texts.requested}>
        <Filled
          message={texts.requestedBy}
          values={{ name: <bdi>{requesterOf(refund)}</bdi>, time: <Moment at={refund.createdAt} /> }}
        />
      </Row>
      {reason && (
        <Row label={texts.reason}>
          <bdi>{reason}</bdi>
        </Row>
      )}
      {isOpenRefund(status) && (
        <Row label={texts.expires}>
          <Moment at={new Date(expiresAt * 1_000).toISOString()} />
        </Row>
      )}
      {failure && <Row label={texts.failure}>{failures[failure]}</Row>}
      <Transaction refund={refund} />
    </Rows>
  );
}

function Receiver({ refund: { to, claim } }: { readonly refund: ConsoleRefund }) {
  const { facts: texts } = messages().refunds;
  if (to)
    return (
      <Row label={texts.to}>
        <ShortText value={addressOf(to)} label={texts.copyTo} />
      </Row>
    );
  if (!claim) return null;
  return (
    <Row label={claim.by === "buyer" ? texts.claimOfBuyer : texts.claimOfMerchant}>
      <ShortText value={addressOf(claim.account)} label={texts.copyTo} />
    </Row>
  );
}

function Transaction({ refund: { txId, amount } }: { readonly refund: ConsoleRefund }) {
  const { chain } = messages().payment;
  const assets = useAssets().data ?? [];
  if (!txId) return null;
  const explorer = assets.find(({ asset }) => amount.unit === `caip19/${asset}`)?.explorerUrl;
  return (
    <Row label={chain.transaction}>
      <ShortText
        value={txId}
        ends={8}
        label={chain.copyTransaction}
        href={explorer ? `${explorer}/tx/${txId}` : null}
      />
    </Row>
  );
}

const addressOf = (account: string): string => account.split(":").at(-1) ?? "";

function requesterOf({ requestedBy: { type }, requesterName }: ConsoleRefund): string {
  const { requesters } = messages().refunds;
  if (requesterName === undefined) return requesters.unknown;
  const isKey = type === "server" || type === "pos";
  return filledText(isKey ? requesters.key : type === "till" ? requesters.till : requesters.person, {
    name: isKey ? `${requesterName}…` : requesterName,
  });
}
