import { passwordFault } from "../../../merchant/weak-password.ts";
import { invalid } from "../../../operations/errors/refusal.ts";

/** @param personal the user's name and email address @throws RequestError naming the field */
export function refuseWeakPassword(password: string, personal: readonly string[]): void {
  const message = passwordFault(password, personal);
  if (message !== null) throw invalid([{ field: "password", message }]);
}
