// The settings of a till, which stay on its device.
import { useLocalStorage } from "@mantine/hooks";
import { settingsKey } from "./kept-till.ts";

export interface TillSettings {
  /** Whether the device makes a sound and vibrates when a sale is paid. */
  readonly hasSound: boolean;
  /** Whether a tip can be added to a sale. */
  readonly offersTips: boolean;
  /** The tax that prices include, for receipts, in hundredths of a percent; undefined: none is shown. */
  readonly taxRate?: number | undefined;
}

const FIRST: TillSettings = { hasSound: true, offersTips: false };

export const useTillSettings = (tillId: string) =>
  useLocalStorage<TillSettings>({ key: settingsKey(tillId), defaultValue: FIRST, getInitialValueInEffect: false });
