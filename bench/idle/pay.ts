// One payment from its creation to its waiter, and the moments at which the node had its blocks.
import type { Address, TypedDataDefinition } from "viem";
import { watchBlocks } from "../harness/watch-blocks.ts";
import type { BenchChain, Installation } from "./installation.ts";

const POLL_MS = 30_000;

/** @returns milliseconds from the block with the payment's transfer to the waiter's response */
export async function payOnce(installation: Installation, chain: BenchChain): Promise<number> {
  const { client, walletKey, buyer } = installation;
  const headers = { "api-key": walletKey };
  const path = `/v1/gateway/payment/${await createPayment(installation)}`;
  const { options } = await client.send<{ options: { id: string }[] }>({
    method: "POST",
    path: `${path}/options`,
    headers,
    body: { accounts: [`${chain.caip2}:${buyer.address}`] },
  });
  const optionId = options[0]?.id;
  const { actions } = await client.send<{ actions: { data: { params: [Address, string] } }[] }>({
    method: "POST",
    path: `${path}/fetch`,
    headers,
    body: { optionId, data: "sign" },
  });
  const typedData = JSON.parse(actions[0]?.data.params[1] ?? "") as TypedDataDefinition;
  const results = [{ type: "walletRpc", data: [await buyer.signTypedData(typedData)] }];
  const blocks = watchBlocks(chain.node);
  await client.send({ method: "POST", path: `${path}/confirm`, headers, body: { optionId, results } });
  for (;;) {
    const poll = { method: "GET", path: `${path}/status?maxPollMs=${POLL_MS}`, headers } as const;
    const { status, isFinal } = await client.send<{ status: string; isFinal: boolean }>(poll);
    if (!isFinal) continue;
    const toldMs = performance.now();
    const arrivals = await blocks.stop();
    if (status !== "succeeded") throw new Error(`a payment is ${status}`);
    const minedMs = arrivals.get(await installation.blockOf(path.split("/").at(-1) ?? ""));
    if (minedMs === undefined) throw new Error("the payment's block was not seen");
    return toldMs - minedMs;
  }
}

async function createPayment({ client, apiKey, merchantId }: Installation): Promise<string> {
  const { paymentId } = await client.send<{ paymentId: string }>({
    method: "POST",
    path: "/v1/payments",
    headers: { "api-key": apiKey, "merchant-id": merchantId },
    body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "idle" },
  });
  return paymentId;
}
