// The log holds no secrets. Every endpoint is called with marked secrets and personal data, validly, invalidly, and
// with the database and the chain failing; no mark may appear in any line.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Endpoint } from "../../../src/http/endpoint.ts";
import { openLog } from "../../../src/log.ts";
import { newApiKey } from "../../../src/merchant/api-key.ts";
import { type Service, startService } from "../../../src/service/main.ts";
import { readConfig } from "../../../src/settings/config.ts";
import { type RpcProxy, startRpcProxy } from "../../harness/chain/rpc-proxy.ts";
import { asWallet, confirm, signPayment } from "../../harness/chain/wallet.ts";
import type { ApiCall } from "../../harness/server/api.ts";
import { type Buyer, startServer } from "../../harness/server/server.ts";
import { paymentBody } from "../given.ts";
import type { RouteServer } from "../setup.ts";
import { callTo, EVERY } from "./every-endpoint/calls.ts";

const MARK = "marked-7f3a";
const UNKNOWN_KEY = newApiKey("partner", "prtn_1").apiKey;
const lines: string[] = [];
let proxy: RpcProxy;
let service: Service;
let server: RouteServer;
/** Strings that must not be logged, in addition to everything with MARK. */
let secrets: string[];

beforeAll(async () => {
  proxy = await startRpcProxy(inject("sharedChain").rpcUrl);
  const installed = await startServer({ role: null, chain: { rpcUrls: [proxy.url] } });
  const { environment, chains } = installed.installation;
  const config = readConfig({}, environment);
  service = await startService({
    config,
    databaseUrl: installed.databaseUrl,
    secretKey: config.secretKey ?? Buffer.alloc(0),
    chains,
    role: "all",
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
  server = installed.at(service.baseUrl ?? "");
  const { apiKey, readKey, walletKey } = server;
  const password = new URL(installed.databaseUrl).password;
  secrets = [MARK, apiKey, readKey, walletKey, UNKNOWN_KEY, proxy.url, environment.SECRET_KEY ?? "", password];
  for (const key of config.receiptKeys ?? []) secrets.push(key.toString("hex"), key.toString("base64url"));
  secrets.push(...config.relayerKeys.map((key) => key.slice(2)));
});
afterAll(async () => {
  await service?.stop();
  await server?.stop();
  await proxy?.close();
});

/** Waits for the line of each request, which is written after its response. */
const linesOf = async (requestId: string): Promise<string[]> => {
  for (;;) {
    const found = lines.filter((line) => line.includes(requestId));
    if (found.some((line) => line.includes('"msg":"request"'))) return found;
    await new Promise(setImmediate);
  }
};

async function logged(call: ApiCall): Promise<{ status: number; lines: string[]; body: unknown }> {
  const { status, headers, body } = await server.call(call);
  return { status, lines: await linesOf(headers.get("x-request-id") ?? ""), body };
}

/** Clears the lines seen so far, so that one leak does not fail every later test. */
function expectClean(): void {
  const known = secrets.filter((text) => text !== "").map((text) => text.toLowerCase());
  const seen = lines.splice(0);
  expect(seen.filter((line) => known.some((secret) => line.toLowerCase().includes(secret)))).toEqual([]);
}

const marked = (endpoint: Endpoint, headers: ApiCall["headers"] = {}): ApiCall => ({
  ...callTo(endpoint, { "idempotency-key": `${MARK}-key`, "client-id": `${MARK}-client`, ...headers }, `pay_${MARK}`),
  ...(endpoint.body && {
    body: {
      paymentId: `pay_${MARK}`,
      merchantName: `${MARK} name`,
      merchantEmail: `${MARK}@example.com`,
      amount: { unit: "iso4217/USD", value: "100" },
      referenceId: `${MARK} order`,
      checkout: { successUrl: `https://shop.example/${MARK}`, errorUrl: `https://shop.example/${MARK}` },
      accounts: [`eip155:1:${MARK}`],
      optionId: MARK,
      results: [{ type: "walletRpc", data: [MARK] }],
      collectedData: {
        fields: [
          { id: "fullName", value: MARK },
          { id: MARK, value: MARK },
        ],
      },
      settlements: [{ asset: MARK, destination: MARK }],
      destination: MARK,
    },
  }),
});

test.each(EVERY)("%s: one line per request, without its contents", async (_, endpoint) => {
  const wrong = { "api-key": UNKNOWN_KEY, "app-id": `${MARK}-app`, "x-forwarded-for": MARK, "user-agent": MARK };
  const calls = [
    marked(endpoint),
    marked(endpoint, wrong),
    { ...marked(endpoint), path: `${marked(endpoint).path}?${MARK}=${MARK}&maxPollMs=${MARK}` },
    ...(endpoint.body ? [{ ...marked(endpoint), body: `{"${MARK}": ` }] : []),
  ];
  for (const call of calls) {
    const [line, ...others] = (await logged(call)).lines;
    expect(others).toEqual([]);
    const { requestId, method, route, status, durationMs } = JSON.parse(line ?? "");
    expect([method, route]).toEqual([endpoint.method, endpoint.path]);
    expect([requestId, status, durationMs]).toEqual([expect.any(String), expect.any(Number), expect.any(Number)]);
  }
  expectClean();
});

test("an unknown path is not logged", async () => {
  await logged({ path: `/v1/${MARK}?${MARK}`, headers: { "api-key": null } });
  await logged({ path: `/pay_${MARK}` });
  await logged({ path: `/?pid=pay_${MARK}` });
  expectClean();
});

/** The whole life of a payment, with personal data at every step. */
async function payThrough(buyer: Buyer): Promise<string> {
  const created = await server.call({
    path: "/v1/payments",
    headers: { "idempotency-key": `${MARK} ${buyer.address}` },
    body: paymentBody({ referenceId: `${MARK} order` }),
  });
  const { paymentId } = created.body;
  const signed = await signPayment(server, paymentId, buyer);
  secrets.push(paymentId, buyer.address.slice(2), buyer.privateKey.slice(2), signed.signature.slice(2, 66));
  const { body } = await confirm(server, signed, 30_000);
  expect(body.status).toBe("succeeded");
  await logged({ path: `/v1/payments/${paymentId}` });
  await logged({ path: "/v1/refunds", body: { paymentId } });
  return paymentId;
}

test("a payment, from its creation to its refund", async () => {
  await payThrough(await server.newBuyer());
  const merchant = await server.call({
    path: "/v1/merchants",
    headers: { "idempotency-key": MARK },
    body: { merchantName: `${MARK} shop`, merchantEmail: `${MARK}@example.com` },
  });
  expect(merchant.status).toBe(201);
  expectClean();
});

test("a chain that does not respond", async () => {
  const buyer = await server.newBuyer();
  const created = await server.call({ path: "/v1/payments", body: paymentBody() });
  const { paymentId } = created.body;
  const signed = await signPayment(server, paymentId, buyer);
  secrets.push(paymentId, buyer.address.slice(2), signed.signature.slice(2, 66));
  const echoed = { code: -32_000, message: `${buyer.address} at ${proxy.url}` };
  for (const fault of [{ type: "hang_up" } as const, { type: "error", ...echoed } as const]) {
    proxy.misbehave(() => fault);
    const options = { path: `/v1/gateway/payment/${paymentId}/options`, headers: asWallet(server) };
    await logged({ ...options, body: { accounts: [buyer.account] } });
    expect((await confirm(server, signed)).status).toBeGreaterThanOrEqual(400);
  }
  proxy.misbehave(() => null);
  expect((await confirm(server, signed, 30_000)).body.status).toBe("succeeded");
  expectClean();
});

test("a row refused by the database, whose error contains the row", async () => {
  await server.sql("alter table merchants add constraint refused check (email not like $$marked%$$) not valid");
  const { status, lines: found } = await logged({
    path: "/v1/merchants",
    headers: { "idempotency-key": `${MARK} refused` },
    body: { merchantName: `${MARK} shop`, merchantEmail: `${MARK}@example.com` },
  });
  await server.sql("alter table merchants drop constraint refused");
  expect(status).toBe(500);
  expect(found.some((line) => line.includes("violates check constraint"))).toBe(true);
  expectClean();
});

test.each(EVERY)("%s while the database fails", async (_, endpoint) => {
  const tables = ["payments", "merchants", "exceptions", "idempotent_answers"];
  for (const table of tables) await server.sql(`alter table ${table} rename to ${table}_elsewhere`);
  try {
    const { status, lines: found } = await logged(marked(endpoint));
    if (status >= 500) expect(found.some((line) => line.includes("the request failed"))).toBe(true);
  } finally {
    for (const table of tables) await server.sql(`alter table ${table}_elsewhere rename to ${table}`);
  }
  expectClean();
});
