// Removes a merchant's destination for one asset. Payments in progress keep the destination that they were quoted.
import type { MerchantActor } from "../../merchant/merchant.ts";
import { settlementMissing } from "../errors/refusal.ts";
import { explainRefusal, refuseSinglePerson, type SecondPersonPorts } from "./second-person.ts";

export interface RemoveSettlementPorts {
  readonly settlements: SecondPersonPorts["settlements"] & {
    /** False if it or its merchant is unknown, deleted or another partner's. */
    remove(owner: MerchantActor, id: string): Promise<boolean>;
  };
}

/** @throws Refusal not_found, second_person_required */
export async function removeSettlement(
  { settlements }: RemoveSettlementPorts,
  owner: MerchantActor,
  id: string,
): Promise<void> {
  await refuseSinglePerson({ settlements }, owner.partnerId);
  if (!(await settlements.remove(owner, id))) {
    await explainRefusal({ settlements }, owner.partnerId, settlementMissing());
  }
}
