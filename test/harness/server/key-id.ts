// The id of an API key. A list of keys does not tell which of two that were made in one millisecond came last.
import { hashApiKey } from "../../../src/merchant/api-key.ts";
import type { TestServer } from "./server.ts";

/** @param apiKey live, or else the id is empty */
export const keyIdOf = async ({ store }: Pick<TestServer, "store">, apiKey: string): Promise<string> =>
  (await store.keys.findLive(hashApiKey(apiKey) ?? Buffer.alloc(0)))?.keyId ?? "";
