// The parts that the local chains need in addition to the program: development dependencies, and Permit2, which is
// compiled when they are installed.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasCode } from "../process/system-error.ts";
import { circleImplementation } from "./circle-token.ts";

export const PERMIT2_FILE = new URL("../../../.cache/permit2.json", import.meta.url);

/** @throws Error that names the missing part and the command that provides it */
export function expectLocalParts(permit2File: URL = PERMIT2_FILE): void {
  try {
    circleImplementation();
  } catch (error) {
    if (!hasCode(error, "ENOENT", "MODULE_NOT_FOUND")) throw error;
    throw new Error("The local chains' tokens are not installed. Run `npm ci` without --omit=dev.", { cause: error });
  }
  if (existsSync(permit2File)) return;
  throw new Error(
    `${fileURLToPath(permit2File)} is missing. \`npm ci\` makes it, unless --ignore-scripts is set. Run \`npm run prepare\`.`,
  );
}
