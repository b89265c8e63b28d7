// The services that passwords and passkeys need.

import { challengeKeys } from "../../credentials/challenge.ts";
import { createPasswords } from "../../credentials/passwords.ts";
import type { Services } from "../../services.ts";

/** @param secrets the installation's secret and the one it replaces, if any */
export const peopleServices = (
  ...secrets: Parameters<typeof challengeKeys>
): Pick<Services, "passwords" | "challengeKeys"> => ({
  passwords: createPasswords(),
  challengeKeys: challengeKeys(...secrets),
});
