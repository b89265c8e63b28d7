// A payment's log, as an operator reads it. The JSON has every fact.
import { formatFiat } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import type { PaymentHistory } from "../../operations/payments/inspect-payment.ts";
import { actorText, secondText, table, tokenText } from "../output/text.ts";

const HEAD = ["when", "event", "by", "facts"] as const;

export const logTable = ({ log, payment }: PaymentHistory, assets: readonly Asset[]): readonly string[] =>
  table(
    HEAD,
    log.map(({ at, type, by, data }) => {
      const { createdBy } = payment;
      const creator = type === "created" ? [createdBy.type, createdBy.id].filter(Boolean).join(" ") : "";
      return [secondText(at), type, by ? actorText(by) : creator, factsOf(data, assets)];
    }),
    "",
  );

type Data = Readonly<Record<string, unknown>>;

const factsOf = (data: Data, assets: readonly Asset[]): string =>
  Object.entries(data)
    .flatMap(([name, value]) => factOf(name, value, data, assets) ?? [])
    .join(", ");

/** Null: it stands in the lines above, or beside another fact. */
function factOf(name: string, value: unknown, { asset }: Data, assets: readonly Asset[]): string | null {
  switch (name) {
    case "asset":
    case "termsHash":
    case "deposits":
      return null;
    case "amount":
      return typeof asset === "string" ? tokenText(BigInt(String(value)), asset, assets) : `amount ${value}`;
    case "txHash":
      return `transaction ${value}`;
    case "expiresAt":
      return `payable until ${secondText(new Date(Number(value) * 1_000))}`;
    case "quoteSources":
      return (value as readonly Data[]).map(({ pair, price, source }) => `${pair} ${price} by ${source}`).join(", ");
    case "refund":
      return refundText(value as Data);
    default:
      return `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${String(value)}`;
  }
}

function refundText({ id, currency, fiat, destination, failure, txHash }: Data): string {
  const worth = formatFiat({ currency: String(currency), value: BigInt(String(fiat)) });
  const facts = [destination && `to ${destination}`, failure, txHash && `transaction ${txHash}`];
  return [`${id} of ${worth}`, ...facts.filter(Boolean)].join(", ");
}
