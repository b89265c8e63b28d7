// The services that passwords and passkeys need.

import { macKeys } from "../../credentials/mac-keys.ts";
import { createPasswords } from "../../credentials/passwords.ts";
import type { Services } from "../../services.ts";

/** @param secrets the installation's secret and the one it replaces, if any */
export const peopleServices = (
  ...secrets: [current: Buffer, former: Buffer | null]
): Pick<Services, "passwords" | "challengeKeys"> => ({
  passwords: createPasswords(),
  challengeKeys: macKeys("challenge", ...secrets),
});
