// Refunds on the console: as the API shows them, with the payment's reference and the requester's name; and what the
// console needs to sign one.
import Type, { type Static } from "typebox";
import { Refund } from "../payments/refunds.ts";
import * as wire from "../primitives.ts";

export const ConsoleRefund = Type.Object({
  ...Refund.properties,
  /** Absent once the payment is deleted. */
  referenceId: Type.Optional(Type.String()),
  /** The name of the person or till, or the key's first characters; absent once it is removed. */
  requesterName: Type.Optional(Type.String()),
  /** The price of one token at which the payment was asked; absent for an exception's money, as in the books. */
  rate: Type.Optional(Type.String()),
});
export type ConsoleRefund = Static<typeof ConsoleRefund>;

export const ConsoleRefunds = Type.Object({
  data: Type.Array(ConsoleRefund),
  nextCursor: wire.nullable(Type.String()),
});
export type ConsoleRefunds = Static<typeof ConsoleRefunds>;

const texts = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));

export const RefundSigning = Type.Object({
  /** Sent to the gateway as Api-Key. Valid for this refund's gateway payment alone. */
  pageToken: Type.String(),
  /** As the checkout page gets them. */
  chains: Type.Array(
    Type.Object({
      caip2: Type.String(),
      name: Type.String(),
      explorerUrl: wire.nullable(Type.String()),
      contracts: Type.Object({ router: Type.String(), permit2: Type.String() }),
      forWallets: Type.Union([
        Type.Object({
          chainName: Type.String(),
          rpcUrls: texts,
          nativeCurrency: Type.Object({ name: Type.String(), symbol: Type.String(), decimals: Type.Integer() }),
          blockExplorerUrls: Type.Optional(texts),
        }),
        Type.Null(),
      ]),
    }),
  ),
});
export type RefundSigning = Static<typeof RefundSigning>;
