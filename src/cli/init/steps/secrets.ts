// The keys, each in its own file. A key that exists is never replaced, because it opens what it sealed.
import { randomBytes } from "node:crypto";
import { areKept, keepFiles } from "../files.ts";
import { BUYER_DATA_FILE, forServices, RECEIPTS_FILE, SECRET_FILE } from "../places.ts";
import type { Setup } from "../setup.ts";
import type { Step } from "../step.ts";

const KEY_BYTES = 32;
const newKey = (): string => randomBytes(KEY_BYTES).toString("hex");

export const secretsStep = ({ machine }: Setup): Step => {
  const files = [
    forServices(SECRET_FILE, () => `${newKey()}\n`),
    forServices(BUYER_DATA_FILE, () => `1:${newKey()}\n`),
    forServices(RECEIPTS_FILE, () => `${newKey()}\n`),
  ];
  return {
    name: "keys",
    does: ["makes the keys that do not exist yet, at random"],
    files,
    isDone: () => areKept(machine, files),
    apply: () => keepFiles(machine, files),
  };
};
