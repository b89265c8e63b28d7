// A test's server as another partner sees it.
import type { NewFeePolicy } from "../../../src/store/people/fee-policies.ts";
import type { Owner } from "./owner.ts";
import type { TestServer } from "./server.ts";

export function asPartner(seen: TestServer, owner: Owner): TestServer {
  const { partnerId, merchantId, apiKey, readKey, walletKey } = owner;
  const headers = { "api-key": apiKey, "merchant-id": merchantId };
  const call: TestServer["call"] = (request) => seen.call({ ...request, headers: { ...headers, ...request.headers } });
  return { ...seen, partnerId, merchantId, apiKey, readKey, walletKey, call };
}

/** Acts as a new partner with these fees. */
export async function partnerWith(server: TestServer, fees: NewFeePolicy): Promise<TestServer> {
  const owner = await server.newOwner();
  await server.store.feePolicies.append(owner.partnerId, null, fees);
  return asPartner(server, owner);
}
