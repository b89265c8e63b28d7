// The assets by which a demo buyer can pay a test payment: tokens with EIP-3009 for which the merchant has a
// destination, at par with the payment's currency.
import type { AuthorizedToken } from "../../money/asset.ts";
import { amountAtPar } from "../../money/par.ts";
import type { Payment } from "../../payment/payment.ts";
import { isPayable } from "../gateway/payable-chains.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";

/** @param accepted the assets (CAIP-19) for which the merchant has a destination */
export const demoAssets = (
  chains: PaymentChains,
  chain: PaymentChain,
  { partnerId, amount }: Pick<Payment, "partnerId" | "amount">,
  accepted: ReadonlySet<string>,
): readonly AuthorizedToken[] =>
  isPayable(chains, partnerId, chain)
    ? chain.assets.filter(
        (asset): asset is AuthorizedToken =>
          asset.method === "eip3009" && accepted.has(asset.id) && amountAtPar(amount, asset) !== null,
      )
    : [];
