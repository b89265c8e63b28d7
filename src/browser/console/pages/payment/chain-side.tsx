// The payment's state on its chain, as followed by this installation.
import { Progress, Text } from "@mantine/core";
import { type Timeline, useTimeline } from "../../api/payment.ts";
import { ShortText } from "../../app/copy.tsx";
import { Moment } from "../../app/moment.tsx";
import { amountText } from "../../app/money-text.ts";
import { Surface } from "../../app/surface.tsx";
import { Row, Rows } from "./facts.tsx";

type Chain = NonNullable<Timeline["chain"]>;

const METHOD_TEXT: Readonly<Record<string, string>> = {
  eip3009: "Signed by the buyer (EIP-3009); the gateway submits it and pays the gas",
  permit2: "Signed by the buyer (Permit2); the gateway submits it and pays the gas",
  erc20: "Sent by the buyer as a token transaction",
  native: "Sent by the buyer in the chain's native coin",
};

const RELAY_TEXT = {
  queued: "Queued",
  sent: "Sent; waiting for its block",
  held: "Left out when its batch was mined; checking again",
  quarantined: "Not sent: the operator must look at it",
  external: "Sent by the buyer's wallet",
  closed: "Done",
} as const satisfies Record<NonNullable<Chain["relay"]>["state"], string>;

export function ChainSide({ paymentId }: { readonly paymentId: string }) {
  const chain = useTimeline(paymentId).data?.chain;
  if (!chain) return null;
  const { chainName, txHash, explorerUrl, block, relay } = chain;
  return (
    <Surface title="On-chain" note={chainName ?? chain.chain}>
      <Rows>
        <Row label="Method">{METHOD_TEXT[chain.method] ?? chain.method}</Row>
        <Row label="Transaction">
          {txHash ? (
            <ShortText value={txHash} label="Copy transaction hash" href={explorerUrl} ends={8} />
          ) : (
            <Text span size="sm" c="dimmed">
              None yet
            </Text>
          )}
        </Row>
        {block !== null && (
          <Row label="Block">
            <span className="amount">{block}</span>
          </Row>
        )}
        <Row label="Confirmations">
          <Confirmations chain={chain} />
        </Row>
        {relay && (
          <Row label="Relay">
            {RELAY_TEXT[relay.state]}
            {relay.attempts > 1 && `, after ${relay.attempts} attempts`}
          </Row>
        )}
        <Row label="Amount">
          <span className="amount">{amountText(chain.amount)}</span>
          <Text span size="sm" c="dimmed">
            , including a fee of {amountText(chain.fee)}
          </Text>
        </Row>
        <Row label="From">
          <ShortText value={chain.payer} label="Copy payer address" ends={6} />
        </Row>
        <Row label="To">
          <ShortText value={chain.destination} label="Copy destination" ends={6} />
          {chain.paysOut === "treasury" && (
            <Text span size="sm" c="dimmed">
              {" "}
              (the operator's treasury)
            </Text>
          )}
        </Row>
        <Row label="Deadline">
          <Moment at={chain.deadline} precision="second" />
        </Row>
      </Rows>
    </Surface>
  );
}

function Confirmations({ chain: { confirmations, confirmationsNeeded } }: { readonly chain: Chain }) {
  const reached = confirmations ?? 0;
  const isDeep = reached >= confirmationsNeeded;
  return (
    <>
      <span className="amount">
        {isDeep ? `${reached} (${confirmationsNeeded} required)` : `${reached} of ${confirmationsNeeded}`}
      </span>
      {!isDeep && (
        <Progress
          value={(reached / confirmationsNeeded) * 100}
          size="sm"
          mt={6}
          maw={180}
          aria-label="Confirmations so far"
        />
      )}
    </>
  );
}
