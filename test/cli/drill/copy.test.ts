// The copy of a drill acts for nobody: what its settings lack, and what its nodes refuse.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { proxyNode } from "../../../src/cli/drill/copy/nodes.ts";
import { settingsOfCopy } from "../../../src/cli/drill/copy/settings.ts";
import { NAMES } from "../../../src/settings/settings.ts";

const KEY = `0x${"1".repeat(64)}`;
const SECRET = "2".repeat(64);

test("of the settings, those are left out that let it act, or lead it to the installation's database", () => {
  const given = Object.fromEntries([
    ...NAMES.settings.map((name) => [name, "given"]),
    ...NAMES.byChain.map((name) => [`${name}_8453`, "given"]),
    ["SECRET_KEY", SECRET],
    ["SECRET_KEY_FILE", "/etc/turnpike/secret.key"],
    ["PATH", "/bin"],
  ]);
  const settings = settingsOfCopy(given, [], new Map());
  expect(Object.keys(settings).filter((name) => settings[name] === "given")).toEqual([
    "PUBLIC_URL",
    "PAY_LINK_HOST",
    "CHAINS_FILE",
    "RATES_FILE",
    "BUYER_DATA_KEYS",
    "RECEIPT_KEYS",
    "BUYER_DATA_RETENTION_DAYS",
    "FORM_FRAME_ANCESTORS",
    "POS_ORIGINS",
    "ANDROID_APPS",
    "IOS_APPS",
    "FEE_PERCENTAGE",
    "PAYMENT_LIFETIME_MAX_DAYS",
    "OPTION_LIFETIME_S",
    "DESTINATION_GRACE_S",
    "DEPOSIT_LIFETIME_S",
    "DEPOSIT_RATE_HOLD_S",
    "DEPOSIT_ADDRESSES_MAX",
    "SCREENING",
    "TRUSTED_PROXIES",
    "WEBHOOK_NETWORKS",
    "NODE_ENV",
  ]);
  expect(settings).toMatchObject({ SECRET_KEY: SECRET, RELAYER_KEYS: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect(settings).not.toHaveProperty("SECRET_KEY_FILE");
  expect(settings).not.toHaveProperty("PATH");
});

test("each copy has another relayer", () => {
  const keys = [1, 2].map(() => settingsOfCopy({ RELAYER_KEYS: KEY }, [], new Map()).RELAYER_KEYS);
  expect(new Set([...keys, KEY]).size).toBe(3);
});

/** A node that answers each request with its own body. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(await text(request));
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const refused: string[] = [];
  const node = await proxyNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}/key`, (method) =>
    refused.push(method),
  );
  onTestFinished(() => {
    node.close();
    server.close();
  });
  const ask = async (body: unknown) => (await fetch(node.url, { method: "POST", body: JSON.stringify(body) })).json();
  return { node, asked, refused, ask };
}

const call = (method: string, id = 1) => ({ jsonrpc: "2.0", id, method, params: [] });

test("a read reaches the node", async () => {
  const { ask, asked, refused } = await startProxy();
  expect(await ask(call("eth_call"))).toEqual({ jsonrpc: "2.0", id: 1, result: "0x1" });
  expect([asked.length, refused]).toEqual([1, []]);
});

test.each(["eth_sendRawTransaction", "eth_sendTransaction", "eth_sign", "personal_unlockAccount", "anvil_setBalance"])(
  "%s does not, neither alone nor among reads",
  async (method) => {
    const { ask, asked, refused } = await startProxy();
    const error = { code: -32_601, message: "a drill forwards only reads" };
    expect(await ask(call(method, 7))).toEqual({ jsonrpc: "2.0", id: 7, error });
    expect(await ask([call("eth_call", 8), call(method, 9)])).toEqual(
      [8, 9].map((id) => ({ jsonrpc: "2.0", id, error })),
    );
    expect([asked, refused]).toEqual([[], [method, method]]);
  },
);

test("while it is away, connections end", async () => {
  const { node, ask, asked } = await startProxy();
  node.isAway = true;
  await expect(ask(call("eth_chainId"))).rejects.toThrow("fetch failed");
  node.isAway = false;
  expect(await ask(call("eth_chainId"))).toMatchObject({ result: "0x1" });
  expect(asked).toHaveLength(1);
});
