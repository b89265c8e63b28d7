// doctor's checks of a running installation: whether a worker follows each chain and keeps up, and risky settings.
import { afterAll, beforeAll, expect, test } from "vitest";
import { receiptKeys } from "../../../src/payment/receipts/receipt-keys.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { confirm, createPayment, signPayment } from "../../harness/chain/wallet.ts";
import { startLeader } from "../../harness/server/leader.ts";
import { entryOf, type ServiceProcess, startProcess } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { chainsFileOf, turnpike } from "../turnpike.ts";

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain(); // the shared chain would be mined ahead
  server = await startServer({ place: chain, role: null, bendsBooks: "a payment is made up" });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

async function doctor(settings: Readonly<Record<string, string>> = {}, inclusionGraceS = 120): Promise<string> {
  const entries = server.installation.chains.map((chain) => entryOf({ ...chain, inclusionGraceS }));
  const environment = { ...server.installation.environment, CHAINS_FILE: await chainsFileOf(...entries), ...settings };
  const { stdout, stderr } = await turnpike(["doctor"], environment);
  expect(stderr).toBe("");
  return stdout;
}

/** The newest block that a worker has stored. */
const followedTo = async () =>
  (await server.sql<{ number: string }>("select max(number)::text as number from chain_blocks"))[0]?.number ?? null;

const WAITING = "problem  eip155:31337: 1 payments stay open past their expiry, because the chain is followed only to ";

/** Past its expiry for two minutes. */
const duePayment = () =>
  server.sql(
    `insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
     values ('pay_00due', $1, $2, 'order', 'USD', 100, now() - interval '2 minutes', sha256('pay_00due'))`,
    [server.partnerId, server.merchantId],
  );

test("from before the first start to a dead worker", async () => {
  expect(await doctor()).toContain(
    "warning  eip155:31337: no worker has followed it yet, so no payment would complete. Start turnpike serve",
  );
  await duePayment();
  const before = await doctor();
  expect(before).toContain(`${WAITING}no block and may have paid them in time: start a worker, or fix its RPC URLs`);
  expect(before).toContain(
    "problem  eip155:31337: no worker has ever followed it, so no payment on it completes. Start turnpike serve",
  );
  const worker: ServiceProcess = await startProcess(server.installation, { role: "worker" });
  await expect.poll(followedTo).not.toBeNull();
  const followed = await doctor();
  expect(followed).toMatch(/^ok {7}eip155:31337: a worker follows it, at block \d+$/m);
  expect(followed).not.toContain(WAITING);
  await worker.kill();
  expect(await doctor()).toMatch(
    /^problem {2}eip155:31337: no worker follows it \(the last one was at block \d+\), so no payment completes\. Start turnpike serve with --role all or worker\.$/m,
  );
  expect(await doctor()).toMatch(/^Fix the problems above/m);
});

test("a former secret key, and a grace in which an old rate can still be paid, are warnings", async () => {
  const SECRET_KEY = `${"fedcba9876543210".repeat(4)},${"0123456789abcdef".repeat(4)}`;
  const said = await doctor({ SECRET_KEY }, 3_600);
  expect(said).toMatch(/^warning {2}secret key: SECRET_KEY has two keys: remove the second one 86400 s after/m);
  expect(said).toMatch(/^warning {2}eip155:31337: inclusionGraceS is 3600: .* Set at most 900$/m);
  expect(await doctor()).not.toMatch(/secret key|inclusionGraceS/);
});

test("the key that signs receipts is named by its public id, with the number of earlier ones", async () => {
  const [key, earlier] = ["fedcba9876543210".repeat(4), "0123456789abcdef".repeat(4)];
  const [{ kid }] = receiptKeys([Buffer.from(key, "hex")]).published;
  const both = await doctor({ RECEIPT_KEYS: `${key},${earlier}` });
  expect(both).toContain(`receipts: signed with the key ${kid}; receipts of 1 earlier keys can be verified\n`);
  expect(await doctor({ RECEIPT_KEYS: key })).toContain(`receipts: signed with the key ${kid}\n`);
  expect(both).not.toMatch(new RegExp(`${key}|${earlier}`));
  expect(await doctor({ RECEIPT_KEYS: "" })).not.toContain("receipts:");
});

test("payments that no relayer sends, that the chain does not settle, and long past their deadline are listed", async () => {
  const api = await startProcess(server.installation, { role: "api" });
  try {
    const at = server.at(api.baseUrl);
    const paymentId = await createPayment(at);
    await confirm(at, await signPayment(at, paymentId, await at.newBuyer()));
    expect(await doctor()).not.toContain(paymentId);
    await server.sql("update confirmations set relay_after = now() - interval '6 minutes', relay_note = 'no coin'");
    const whose = `${paymentId} of ${server.partnerId}`;
    expect(await doctor()).toMatch(
      new RegExp(
        `^problem  eip155:31337: ${whose} is queued since 20\\S+ \\S+Z, and no relayer sends it \\(no coin\\)\\. See turnpike payment show`,
        "m",
      ),
    );
    await server.sql(
      `with relayer as (insert into relayers (chain, address, next_nonce) values ($1, 'a relayer', 1) returning address),
            batch as (insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments)
                      select $1, address, 0, 'the router', '', 1, 1 from relayer returning id)
       update confirmations set relay_state = 'sent', batch_id = batch.id, confirmed_at = now() - interval '1 hour'
         from batch`,
      [server.caip2],
    );
    expect(await doctor()).not.toContain(paymentId);
    await server.sql("update relay_batches set created_at = now() - interval '30 minutes'");
    expect(await doctor()).toMatch(
      new RegExp(`^problem  eip155:31337: ${whose} is sent since 20\\S+ \\S+Z, and the chain does not settle it`, "m"),
    );
    await server.sql("update confirmations set relay_state = 'held', deadline_s = extract(epoch from now()) - 1900");
    expect(await doctor()).toContain(`${whose} stays in processing, held, although its deadline was 20`);
  } finally {
    await api.kill();
  }
});

test("a worker that leads but falls behind", async () => {
  const leader = await startLeader(server.databaseUrl);
  try {
    await leader.of(server.caip2).hold();
    const behind = async () => BigInt((await followedTo()) ?? 0) - (await server.client.getBlockNumber());
    await chain.mine(100 + Number(await behind()));
    expect(await doctor()).toMatch(
      /^warning {2}eip155:31337: its worker is at block \d+, 1\d\d blocks \(1\d\d s\) behind the chain: it is catching up, or its log names the cause\.$/m,
    );
    await chain.mine(100);
    expect(await doctor()).toMatch(
      /^problem {2}eip155:31337: its worker leads but is at block \d+, 2\d\d blocks \(2\d\d s\) behind the chain, so its options are not offered and nothing settles\. Read the worker's log/m,
    );
  } finally {
    await leader.close();
  }
});
