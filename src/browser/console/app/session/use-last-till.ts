// Remembers the last merchant and currency on this device: a till usually serves one shop.
import { useLocalStorage } from "@mantine/hooks";
import { choiceKey } from "./kept-till.ts";

export interface Till {
  readonly merchant: { readonly id: string; readonly name: string } | null;
  /** ISO 4217. */
  readonly currency: string;
}

const FIRST: Till = { merchant: null, currency: "EUR" };

/** Stored per partner. */
export const useLastTill = (partnerId: string) =>
  useLocalStorage<Till>({ key: choiceKey(partnerId), defaultValue: FIRST, getInitialValueInEffect: false });
