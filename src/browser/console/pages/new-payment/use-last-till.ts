// The merchant and the currency of the last sale on this device: a till sells for one shop all day.
import { useLocalStorage } from "@mantine/hooks";

export interface Till {
  readonly merchant: { readonly id: string; readonly name: string } | null;
  /** ISO 4217. */
  readonly currency: string;
}

const FIRST: Till = { merchant: null, currency: "EUR" };

/** One per partner: another who signs in on this device has other merchants. */
export const useLastTill = (partnerId: string) =>
  useLocalStorage<Till>({ key: `turnpike.till.${partnerId}`, defaultValue: FIRST, getInitialValueInEffect: false });
