// The load: new payments at a steady rate, each through its whole life, and reads of old and new payments beside them.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type HttpClient, openClient } from "../thousand/http.ts";
import type { Installation, Merchant } from "../thousand/installation.ts";
import { sign } from "../thousand/prepare.ts";

const CONNECTIONS = 64;
const POLL_MS = 30_000;
/** The first payment of this many is cancelled, and the second expires. */
const UNPAID_EVERY = 10;
/** Every so many payments, an old one is read, a page of events, and a repeated request is answered. */
const READ_EVERY = 4;
/** The length of a failure's message, without the id of its request. */
const MESSAGE_MAX = 120;
const HOUR_MS = 3_600_000;

export interface Load {
  readonly installation: Installation;
  /** Filled payments that succeeded, each refunded once at most. */
  readonly old: OldPayment[];
  readonly endpointId: string;
}

export interface OldPayment {
  readonly id: string;
  readonly merchantId: string;
}

export interface Outcome {
  readonly payments: number;
  /** Counts by message. */
  readonly failures: ReadonlyMap<string, number>;
}

/** @param rate payments per second */
export async function run(load: Load, rate: number, seconds: number): Promise<Outcome> {
  const { baseUrl } = load.installation;
  const client = openClient(baseUrl, CONNECTIONS);
  const waiting = openClient(baseUrl, Number.POSITIVE_INFINITY);
  const failures = new Map<string, number>();
  const startMs = performance.now();
  const payments = rate * seconds;
  await Promise.all(
    Array.from({ length: payments }, async (_, index) => {
      await sleep(startMs + (index * 1_000) / rate - performance.now());
      try {
        await takePayment(load, client, waiting, index);
        if (index % READ_EVERY === 0) await readOthers(load, client);
      } catch (error) {
        const message = String(error)
          .replaceAll(/[0-9a-z]{32}/g, "…")
          .slice(0, MESSAGE_MAX);
        failures.set(message, (failures.get(message) ?? 0) + 1);
      }
    }),
  );
  client.close();
  waiting.close();
  return { payments, failures };
}

async function takePayment(load: Load, client: HttpClient, waiting: HttpClient, index: number): Promise<void> {
  const { installation } = load;
  const merchant = installation.merchants[index % installation.merchants.length];
  const buyer = installation.buyers[index % installation.buyers.length];
  if (!merchant || !buyer) throw new Error("the benchmark has no merchants or no buyers");
  const how = index % UNPAID_EVERY;
  const { paymentId } = await create(client, merchant, how === 1 ? 5 : 600, index % READ_EVERY === 0);
  const partner = { "api-key": merchant.apiKey, "merchant-id": merchant.id };
  await client.send({ method: "GET", path: `/v1/payments/${paymentId}`, headers: partner });
  if (how === 0) {
    await client.send({ method: "POST", path: `/v1/payments/${paymentId}/cancel`, headers: partner });
    return;
  }
  const wallet = { "api-key": installation.walletKey };
  const path = `/v1/gateway/payment/${paymentId}`;
  await client.send({ method: "GET", path, headers: wallet });
  if (how === 1) return;
  const [signed] = await sign(installation, client, [{ paymentId, merchant, buyer, flaw: "none" }]);
  const body = { optionId: signed?.optionId, results: [{ type: "walletRpc", data: [signed?.signature] }] };
  await client.send({ method: "POST", path: `${path}/confirm`, headers: wallet, body });
  for (let isFinal = false; !isFinal; ) {
    const poll = { method: "GET", path: `${path}/status?maxPollMs=${POLL_MS}`, headers: wallet } as const;
    ({ isFinal } = await waiting.send<{ isFinal: boolean }>(poll));
  }
  await client.send({ method: "GET", path: `/v1/payments/${paymentId}/status`, headers: partner });
  await client.send({ method: "GET", path: `/v1/events?paymentId=${paymentId}`, headers: partner });
}

/** @param lifetimeS seconds until it expires */
async function create(
  client: HttpClient,
  merchant: Merchant,
  lifetimeS: number,
  isRepeated: boolean,
): Promise<{ readonly paymentId: string }> {
  const call = {
    method: "POST",
    path: "/v1/payments",
    headers: { "api-key": merchant.apiKey, "merchant-id": merchant.id, "idempotency-key": randomUUID() },
    body: {
      amount: { unit: "iso4217/USD", value: "1000" },
      referenceId: "growth",
      expiresAt: Math.floor(Date.now() / 1_000) + lifetimeS,
    },
  } as const;
  const created = await client.send<{ paymentId: string }>(call);
  return isRepeated ? client.send(call) : created;
}

async function readOthers({ installation, old, endpointId }: Load, client: HttpClient): Promise<void> {
  const [any, refunded] = [old[Math.floor(Math.random() * old.length)], old.pop()];
  if (!any || !refunded) throw new Error("all old payments are refunded");
  const headersOf = (merchantId: string) => ({
    "api-key": installation.merchants[0]?.apiKey ?? "",
    "merchant-id": merchantId,
  });
  const since = new Date(Date.now() - HOUR_MS).toISOString();
  const paths = [
    `/v1/payments/${any.id}`,
    `/v1/payments/${any.id}/status`,
    `/v1/events?paymentId=${any.id}`,
    "/v1/events?limit=50",
    `/v1/events?limit=50&since=${since}`,
    `/v1/exceptions?paymentId=${any.id}`,
    `/v1/webhook-endpoints/${endpointId}/deliveries?limit=50`,
  ];
  for (const path of paths) await client.send({ method: "GET", path, headers: headersOf(any.merchantId) });
  const headers = headersOf(refunded.merchantId);
  await client.send({ method: "POST", path: "/v1/refunds", headers, body: { paymentId: refunded.id } });
}
