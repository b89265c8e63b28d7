// The payment's state on its chain, as followed by this installation.
import { Progress, Text } from "@mantine/core";
import { type Timeline, useTimeline } from "../../../api/payment.ts";
import { Card } from "../../../app/display/card.tsx";
import { ShortText } from "../../../app/display/copy.tsx";
import { Row, Rows } from "../../../app/display/rows.tsx";
import { Amount } from "../../../app/text/amount.tsx";
import { countedText, filledText, messages } from "../../../app/text/language.ts";
import { Moment } from "../../../app/text/moment.tsx";
import { amountText, countText, numberText } from "../../../app/text/money-text.ts";
import { inWords } from "./code-text.ts";

type Chain = NonNullable<Timeline["chain"]>;

export function ChainSide({ paymentId }: { readonly paymentId: string }) {
  const chain = useTimeline(paymentId).data?.chain;
  if (!chain) return null;
  const { chain: texts } = messages().payment;
  const { chainName, txHash, explorerUrl, block, relay } = chain;
  return (
    <Card title={texts.title} note={chainName ?? chain.chain}>
      <Rows>
        <Row label={texts.method}>{inWords(chain.method, texts.methods)}</Row>
        <Row label={texts.transaction}>
          {txHash ? (
            <ShortText value={txHash} label={texts.copyTransaction} href={explorerUrl} ends={6} />
          ) : (
            <Text span size="sm" c="dimmed">
              {texts.noTransaction}
            </Text>
          )}
        </Row>
        {block !== null && (
          <Row label={texts.block}>
            <span className="amount">{numberText(BigInt(block))}</span>
          </Row>
        )}
        <Row label={texts.confirmations}>
          <Confirmations chain={chain} />
        </Row>
        {relay && <Row label={texts.relay}>{relayText(relay)}</Row>}
        <Row label={texts.amount}>
          <Amount of={chain.amount} />
          <Text span size="sm" c="dimmed">
            {filledText(texts.fee, { fee: amountText(chain.fee) })}
          </Text>
        </Row>
        <Row label={texts.from}>
          <ShortText value={chain.payer} label={texts.copyPayer} ends={6} />
        </Row>
        <Row label={texts.to}>
          <ShortText value={chain.destination} label={texts.copyDestination} ends={6} />
          {chain.paysOut === "treasury" && (
            <Text span size="sm" c="dimmed">
              {" "}
              {texts.treasury}
            </Text>
          )}
        </Row>
        <Row label={texts.deadline}>
          <Moment at={chain.deadline} precision="second" />
        </Row>
      </Rows>
    </Card>
  );
}

function relayText({ state, attempts }: NonNullable<Chain["relay"]>): string {
  const { chain: texts } = messages().payment;
  const text = texts.relayed[state];
  return attempts > 1 ? filledText(countedText(texts.attempts, attempts), { state: text }) : text;
}

function Confirmations({ chain: { confirmations, confirmationsNeeded } }: { readonly chain: Chain }) {
  const { chain: texts } = messages().payment;
  const reached = confirmations ?? 0;
  const isDeep = reached >= confirmationsNeeded;
  return (
    <>
      <span className="amount">
        {filledText(isDeep ? texts.confirmed : texts.confirming, {
          reached: countText(reached),
          needed: countText(confirmationsNeeded),
        })}
      </span>
      {!isDeep && (
        <Progress
          value={(reached / confirmationsNeeded) * 100}
          size="sm"
          mt={6}
          maw={180}
          aria-label={texts.progress}
        />
      )}
    </>
  );
}
