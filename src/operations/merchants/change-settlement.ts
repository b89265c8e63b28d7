// Changes a merchant's destination for one asset. Payments in progress keep the destination that they were quoted.
import type { CryptoSettlement, MerchantActor } from "../../merchant/merchant.ts";
import { invalid, settlementMissing } from "../errors/refusal.ts";
import type { PaymentChains } from "../ports/chain/payment-chain.ts";
import { destinationCheck } from "./destination-check.ts";
import { explainRefusal, refuseSinglePerson, type SecondPersonPorts } from "./second-person.ts";

export interface ChangeSettlementPorts {
  readonly settlements: SecondPersonPorts["settlements"] & {
    /** Null if it or its merchant is unknown, deleted or another partner's. */
    find(partnerId: string, merchantId: string, id: string): Promise<CryptoSettlement | null>;
    change(owner: MerchantActor, id: string, destination: string): Promise<CryptoSettlement | null>;
  };
  readonly chains: PaymentChains;
}

/** @throws Refusal second_person_required, not_found, params_validation */
export async function changeSettlement(
  ports: ChangeSettlementPorts,
  owner: MerchantActor,
  id: string,
  destination: string,
): Promise<CryptoSettlement> {
  await refuseSinglePerson(ports, owner.partnerId);
  const settlement = await ports.settlements.find(owner.partnerId, owner.merchantId, id);
  if (!settlement) throw settlementMissing();
  const check = destinationCheck(ports.chains, owner.partnerId)({ asset: settlement.asset, destination });
  if (!check.ok) throw invalid([{ field: check.field, message: check.message }]);
  const changed = await ports.settlements.change(owner, id, check.destination);
  return changed ?? explainRefusal(ports, owner.partnerId, settlementMissing());
}
