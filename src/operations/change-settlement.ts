// Changes a merchant's destination for one asset. Payments in progress keep the destination that they were quoted.
import { checkDestination } from "../merchant/destination.ts";
import type { CryptoSettlement, MerchantActor } from "../merchant/merchant.ts";
import { invalid, settlementMissing } from "./errors/refusal.ts";
import type { PaymentChains } from "./ports/payment-chain.ts";

export interface ChangeSettlementPorts {
  readonly settlements: {
    /** Null if it or its merchant is unknown, deleted or another partner's. */
    find(partnerId: string, merchantId: string, id: string): Promise<CryptoSettlement | null>;
    change(owner: MerchantActor, id: string, destination: string): Promise<CryptoSettlement | null>;
  };
  readonly chains: PaymentChains;
}

/** @throws Refusal not_found, params_validation */
export async function changeSettlement(
  ports: ChangeSettlementPorts,
  owner: MerchantActor,
  id: string,
  destination: string,
): Promise<CryptoSettlement> {
  const settlement = await ports.settlements.find(owner.partnerId, owner.merchantId, id);
  if (!settlement) throw settlementMissing();
  const routers = new Map([...ports.chains.values()].map((chain) => [chain.id, chain.router]));
  const check = checkDestination({ asset: settlement.asset, destination }, routers);
  if (!check.ok) throw invalid([{ field: check.field, message: check.message }]);
  const changed = await ports.settlements.change(owner, id, check.destination);
  if (!changed) throw settlementMissing();
  return changed;
}
