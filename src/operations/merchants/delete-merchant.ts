// Deletes a merchant, and with it all of its destinations. Payments in progress can still complete.
import type { Actor } from "../../merchant/audit.ts";
import type { MerchantActor } from "../../merchant/merchant.ts";
import { merchantMissing } from "../errors/refusal.ts";
import { explainRefusal, refuseSinglePerson, type SecondPersonPorts } from "./second-person.ts";

export interface DeleteMerchantPorts {
  readonly merchants: {
    /** False if it is unknown or another partner's. Deleting a merchant again changes nothing. */
    remove(partnerId: string, merchantId: string, by: Actor): Promise<boolean>;
  };
}

/** @throws Refusal not_found, second_person_required */
export async function deleteMerchant(
  { merchants, settlements }: DeleteMerchantPorts & SecondPersonPorts,
  { partnerId, merchantId, ...by }: MerchantActor,
): Promise<void> {
  await refuseSinglePerson({ settlements }, partnerId);
  if (!(await merchants.remove(partnerId, merchantId, by))) {
    await explainRefusal({ settlements }, partnerId, merchantMissing());
  }
}
