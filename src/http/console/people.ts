// What signing in by passwords and passkeys needs.
import type { Services } from "../services.ts";
import { challengeKeys } from "./challenge.ts";
import { createPasswords } from "./passwords.ts";

/** @param secrets the installation's secret and the one it replaces, if any */
export const peopleServices = (
  ...secrets: Parameters<typeof challengeKeys>
): Pick<Services, "passwords" | "challengeKeys"> => ({
  passwords: createPasswords(),
  challengeKeys: challengeKeys(...secrets),
});
