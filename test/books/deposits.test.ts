// What lies on a deposit address on chain is compared with the deposits less the sweeps and the recoveries.
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainsFileOf, turnpike } from "../cli/turnpike.ts";
import { watcherIsAtHead } from "../faults/payments/confirmed.ts";
import { reconciled } from "../harness/books.ts";
import { giveAddress, transfer } from "../harness/chain/deposit-addresses.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import { entryOf } from "../harness/server/process.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ bendsBooks: "that is what is tested" });
});
afterAll(() => server.stop());

const differing = async () =>
  (await reconciled(server)).differences.map(({ kind, paymentId, message }) => ({ kind, paymentId, message }));

test("the sums say what came, was swept and lies there; a lost or altered row is a difference", async () => {
  const { usdc: token } = server.deployment;
  const [paid, partly] = [await createPayment(server), await createPayment(server)];
  const [swept, lying] = [await giveAddress(server, paid), await giveAddress(server, partly)];
  const before = await server.client.getBlockNumber({ cacheTime: 0 });
  await transfer(server, { to: swept.address, amount: 10_000_000n });
  await transfer(server, { to: lying.address, amount: 4_000_000n });
  expect((await untilFinal(server, paid)).status).toBe("succeeded");
  await watcherIsAtHead(server);
  const { chains, differences } = await reconciled(server);
  expect(differences).toEqual([]);
  expect(chains[0]?.deposits).toEqual([{ token, deposited: 14_000_000n, swept: 10_000_000n, recovered: 0n }]);

  const alter = (by: number) =>
    server.sql("update deposits set amount = amount + $2 where payment_id = $1", [partly, by]);
  await alter(1);
  const holds = `the deposit address ${lying.address} holds 4000000 of ${token}`;
  expect(await differing()).toEqual([
    { kind: "deposits_differ", paymentId: partly, message: `${holds}, and 4000001 by the database` },
  ]);
  await alter(-1);
  await server.sql("delete from deposits where payment_id = $1", [partly]);
  expect(await differing()).toEqual([
    { kind: "deposits_differ", paymentId: partly, message: `${holds}, and 0 by the database` },
  ]);

  const { environment, chains: configured } = server.installation;
  const settings = { ...environment, CHAINS_FILE: await chainsFileOf(...configured.map(entryOf)) };
  const rebuilt = await turnpike(["rebuild", "--chain", server.caip2, "--from-block", String(before)], settings);
  expect(rebuilt.stdout).toContain("1 transfer and 2 deposits of known payments");
  expect(await differing()).toEqual([]);
});
