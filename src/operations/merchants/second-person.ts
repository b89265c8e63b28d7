// Refuses direct changes of destinations where a second person must approve them.
import { Refusal } from "../errors/refusal.ts";

export interface SecondPersonPorts {
  readonly settlements: {
    /** Whether a second person must approve this partner's changes of destinations. */
    needsSecondPerson(partnerId: string): Promise<boolean>;
  };
}

/**
 * Called before a change, for an early answer, and after one that the store refused: the store decides under a lock.
 * @throws Refusal second_person_required
 */
export async function refuseSinglePerson({ settlements }: SecondPersonPorts, partnerId: string): Promise<void> {
  if (!(await settlements.needsSecondPerson(partnerId))) return;
  throw new Refusal(
    "second_person_required",
    "A second person must approve changes of this partner's destinations: ask for them in the console",
  );
}
