// Refuses direct changes of destinations where a second person must approve them.
import { Refusal } from "../errors/refusal.ts";

export interface SecondPersonPorts {
  readonly settlements: {
    /** Whether a second person must approve this partner's changes of destinations. */
    needsSecondPerson(partnerId: string): Promise<boolean>;
  };
}

/**
 * Called before a change, for an early answer. The store decides under a lock.
 * @throws Refusal second_person_required
 */
export async function refuseSinglePerson({ settlements }: SecondPersonPorts, partnerId: string): Promise<void> {
  if (!(await settlements.needsSecondPerson(partnerId))) return;
  throw new Refusal(
    "second_person_required",
    "A second person must approve changes of this partner's destinations: ask for them in the console",
  );
}

/**
 * Explains a change that the store refused.
 * @throws Refusal second_person_required if that is the reason, otherwise `missing`
 */
export async function explainRefusal(ports: SecondPersonPorts, partnerId: string, missing: Refusal): Promise<never> {
  await refuseSinglePerson(ports, partnerId);
  throw missing;
}
