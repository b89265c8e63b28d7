// `turnpike dev` uses the operator's RATES_FILE like `turnpike serve`, but none of an operator's relayers.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { expect, onTestFinished, test } from "vitest";
import { createGatewayClient, createPartnerClient } from "../../src/client/index.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { IS_UP, runDev } from "./dev-process.ts";

/** Time to start a PostgreSQL and two chains. */
const SLOW_MS = 120_000;
const WEI = 10n ** 18n;

test("a coin costs what the rates file says, and its own relayers relay a signature", {
  timeout: SLOW_MS,
}, async () => {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-dev-rates-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
  const file = join(dir, "rates.json");
  const asOf = `${new Date().toISOString().slice(0, 19)}Z`; // precise to the second
  const pair = {
    pair: "ETH/USD",
    maxAgeS: 600,
    sources: [{ type: "static", price: "1250", asOf }],
  };
  await writeFile(file, JSON.stringify({ pairs: [pair] }));
  copyCluster(join(dir, "local/postgres"));
  const RELAYER_KEYS_31337 = generatePrivateKey(); // has no coins
  const environment = { RATES_FILE: file, RELAYER_KEYS_31337 };
  const dev = runDev(join(dir, "local"), { args: ["--no-demo"], environment });
  onTestFinished(async () => {
    await dev.kill("SIGTERM");
  });
  await dev.says(IS_UP);
  const { baseUrl, apiKey, merchantId, walletApiKey, tokens, buyer } = await dev.file();
  const coin = tokens.find(({ method }) => method === "native")?.asset ?? "";
  const { paymentId } = await createPartnerClient({ baseUrl, apiKey, merchantId }).payments.create({
    amount: { unit: "iso4217/USD", value: "1250" },
    referenceId: "order",
  });
  const { options } = await createGatewayClient({ baseUrl, apiKey: walletApiKey }).options(paymentId, {
    accounts: [`${coin.split("/")[0]}:${buyer.address}`],
  });
  const inCoin = options?.find(({ amount }) => amount.unit === `caip19/${coin}`);
  expect(inCoin?.amount.value).toBe((WEI / 100n).toString());
  const signed = tokens.find(({ asset, method }) => method === "eip3009" && asset.startsWith("eip155:31337/"))?.asset;
  expect(options?.map(({ amount }) => amount.unit)).toContain(`caip19/${signed}`);
});
