// The settings of a till, which stay on its device.
import { useLocalStorage } from "@mantine/hooks";
import { settingsKey } from "./kept-till.ts";

export interface TillSettings {
  /** Whether the device makes a sound and vibrates when a sale is paid. */
  readonly hasSound: boolean;
  /** Whether a tip can be added to a sale. */
  readonly offersTips: boolean;
}

const FIRST: TillSettings = { hasSound: true, offersTips: false };

export const useTillSettings = (tillId: string) =>
  useLocalStorage<TillSettings>({ key: settingsKey(tillId), defaultValue: FIRST, getInitialValueInEffect: false });
