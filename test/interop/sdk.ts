// Set-up shared by tests of the unmodified wallet SDK.
import type { TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { vi } from "vitest";
import type { Buyer, TestServer } from "../harness/server/server.ts";

/**
 * Keeps the SDK's telemetry off the network, until `vi.unstubAllGlobals()`.
 * @param observe is called with each origin before the request is made or refused
 */
export function onlyReach(
  server: Pick<TestServer, "baseUrl" | "rpcUrl">,
  observe: (origin: string, isOurs: boolean) => void = () => {},
): void {
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    const isOurs = [server.baseUrl, server.rpcUrl].includes(origin);
    observe(origin, isOurs);
    if (!isOurs) throw new Error(`a test may not reach ${origin}`);
    return send(input, init);
  });
}

/** The signature that an action of the SDK requires. */
export function signatureOf(
  action: { readonly walletRpc: { readonly params: string } } | undefined,
  { privateKey }: Pick<Buyer, "privateKey">,
): Promise<string> {
  const [, typedData] = JSON.parse(action?.walletRpc.params ?? "") as [string, string];
  return privateKeyToAccount(privateKey).signTypedData(JSON.parse(typedData) as TypedDataDefinition);
}
