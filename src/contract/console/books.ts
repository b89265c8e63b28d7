// The books in the console: the months, and a merchant's monthly statement.
import Type, { type Static } from "typebox";
import type { OpenExceptions, Statement as Stated } from "../../payment/books/statement.ts";
import { EXCEPTION_KINDS } from "../../payment/transfers/exception.ts";
import { type FindShownAsset, fiatToWire, tokenToWire } from "../amounts.ts";
import { ClosedMonth, closingToWire, month } from "../books/books.ts";
import * as wire from "../primitives.ts";

const closing = Type.Union([ClosedMonth, Type.Null()]);

export const BookMonths = Type.Object({
  months: Type.Array(Type.Object({ month, closing, mayClose: Type.Boolean() })),
});
export type BookMonths = Static<typeof BookMonths>;

export const CloseBody = wire.closed({ month });

export const StatementQuery = wire.closed({
  month,
  merchantId: Type.String({ minLength: 1, description: "a merchant's id" }),
});

const token = Type.Union([wire.amount, Type.Null()]);
const openExceptions = Type.Array(Type.Object({ count: Type.Integer(), amount: token }));

export const Statement = Type.Object({
  month,
  partner: Type.String(),
  merchant: Type.Object({ id: Type.String(), name: Type.String(), email: wire.nullable(Type.String()) }),
  closing,
  /** One for each currency and token. */
  sales: Type.Array(
    Type.Object({
      payments: Type.Integer(),
      gross: wire.amount,
      fee: wire.amount,
      net: wire.amount,
      refunds: Type.Integer(),
      refunded: wire.amount,
      tokenGross: token,
      tokenFee: token,
      tokenNet: token,
      tokenRefunded: token,
    }),
  ),
  exceptions: Type.Array(
    Type.Object({
      kind: wire.oneOf([...EXCEPTION_KINDS, "sent_back"]),
      /** Reported, less those that the chain took back. */
      count: Type.Integer(),
      /** Negative: it left the merchant. Null: no money of the merchant moved. */
      amount: token,
    }),
  ),
  accounts: Type.Array(
    Type.Object({
      /** CAIP-10; null: not known. */
      account: wire.nullable(Type.String()),
      received: wire.amount,
      sent: wire.amount,
    }),
  ),
  /** Open when the month began, and when it ended. */
  openBefore: openExceptions,
  openAfter: openExceptions,
});
export type Statement = Static<typeof Statement>;

/** @param isLimited whether the reader sees some merchants only */
export function statementToWire(stated: Stated, find: FindShownAsset, isLimited: boolean): Statement {
  const tokens = (asset: string, value: bigint) => tokenToWire({ asset, value }, find(asset));
  const ofAsset = (asset: string | null, value: bigint) => (asset === null ? null : tokens(asset, value));
  const open = ({ asset, count, tokens: value }: OpenExceptions) => ({ count, amount: ofAsset(asset, value) });
  return {
    month: stated.month.name,
    partner: stated.partner,
    merchant: { ...stated.merchant },
    closing: stated.closing && closingToWire(stated.closing, isLimited),
    sales: stated.sales.map(({ currency, asset, ...sum }) => ({
      payments: sum.payments,
      gross: fiatToWire({ currency, value: sum.gross }),
      fee: fiatToWire({ currency, value: sum.fee }),
      net: fiatToWire({ currency, value: sum.gross - sum.fee }),
      refunds: sum.refunds,
      refunded: fiatToWire({ currency, value: sum.refunded }),
      tokenGross: ofAsset(asset, sum.tokens),
      tokenFee: ofAsset(asset, sum.tokenFee),
      tokenNet: ofAsset(asset, sum.tokens - sum.tokenFee),
      tokenRefunded: ofAsset(asset, sum.refundedTokens),
    })),
    exceptions: stated.exceptions.map(({ kind, asset, count, tokens: value }) => ({
      kind,
      count,
      amount: value === 0n ? null : ofAsset(asset, value),
    })),
    accounts: stated.accounts.map(({ account, asset, received, sent }) => ({
      account: account && `${asset.split("/")[0]}:${account}`,
      received: tokens(asset, received),
      sent: tokens(asset, sent),
    })),
    openBefore: stated.openBefore.map(open),
    openAfter: stated.openAfter.map(open),
  };
}
