// The cause of each alert of deploy/prometheus/turnpike.rules.yml, in a running service.
import { hostname } from "node:os";
import pg from "pg";
import { type Hex, keccak256, parseEther } from "viem";
import { expect } from "vitest";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { confirmedPayment, relayStateOf } from "../../faults/payments/confirmed.ts";
import { payAsRival } from "../../harness/chain/rival.ts";
import {
  confirm,
  createPayment,
  listOptions,
  type SignedOption,
  signPayment,
  untilFinal,
} from "../../harness/chain/wallet.ts";
import { whileRefusing } from "../../harness/database/refusing-database.ts";
import { entryOf } from "../../harness/server/process.ts";
import { APP_ID } from "../../harness/server/server.ts";
import type { AlertStage, Cause } from "./alert-stage.ts";
import { NODE_CAUSES } from "./node-causes.ts";

export const SERVICE_CAUSES: readonly Cause[] = [
  {
    what: "a client that ignores 429",
    alerts: ["TurnpikeRateLimited"],
    async run({ server }, untilRaised) {
      const paymentId = await createPayment(server);
      const headers = { "api-key": null, "merchant-id": null, "app-id": APP_ID, "client-id": "a client" };
      const ask = () => server.call({ path: `/v1/gateway/payment/${paymentId}/status`, headers });
      await whileRepeating(ask, untilRaised);
    },
  },
  ...NODE_CAUSES,
  {
    what: "months that no worker adds",
    alerts: ["TurnpikeMonthsMissing"],
    async run({ server }, untilRaised) {
      const [added] = await server.sql("select jsonb_agg(to_jsonb(m)) as months from payment_months m");
      await server.sql("delete from payment_months where name <> 'first'");
      await server.sql("update payment_months set ends_at = now() + interval '50 days'");
      await untilRaised();
      const { code, stdout } = await turnpike(["doctor"], await settingsOf(server));
      expect([code, stdout]).toEqual([1, expect.stringContaining("no payment can be created")]);
      await server.sql("delete from payment_months");
      await server.sql("insert into payment_months select (jsonb_populate_recordset(null::payment_months, $1)).*", [
        JSON.stringify(added?.months),
      ]);
    },
  },
  {
    what: "a process that gets almost no CPU",
    alerts: ["TurnpikeEventLoopBlocked"],
    async run({ api }, untilRaised) {
      const starve = async (): Promise<void> => {
        process.kill(api.pid, "SIGSTOP");
        await new Promise((resolve) => setTimeout(resolve, STARVED_MS));
        process.kill(api.pid, "SIGCONT");
        await new Promise((resolve) => setTimeout(resolve, FED_MS));
      };
      await whileRepeating(starve, untilRaised, 1);
    },
  },
  {
    what: "LISTEN that cannot be established, beside a pool that works",
    alerts: ["TurnpikeNotReady"],
    run: ({ server, api }, untilRaised) =>
      whileRefusing(server.databaseUrl, untilRaised, `turnpike session ${hostname()} ${api.pid}`),
  },
  {
    what: "a database that refuses connections",
    alerts: ["TurnpikeDatabaseDown", "TurnpikeErrors"],
    run: ({ server }, untilRaised) =>
      whileRefusing(server.databaseUrl, () => whileRepeating(() => createPayment(server).catch(() => {}), untilRaised)),
  },
  {
    what: "a session that locks the payments",
    alerts: ["TurnpikePoolExhausted", "TurnpikeSlow"],
    async run({ server }, untilRaised) {
      const locker = new pg.Client({ connectionString: server.databaseUrl });
      await locker.connect();
      await locker.query("begin; lock table payments in access exclusive mode");
      await whileRepeating(
        () => createPayment(server).catch(() => {}),
        untilRaised,
        CLIENTS,
        () => locker.end(),
      );
    },
  },
  {
    what: "a worker with a copy of the settings and another database",
    alerts: ["TurnpikeTwoLeaders"],
    async run(stage, untilRaised) {
      const stranger = await stage.startStranger();
      await untilRaised();
      await stranger.stop();
    },
  },
  {
    what: "nodes that are away from the start of the first worker",
    alerts: ["TurnpikeNoLeader"],
    async run({ server, chain, killWorker, startWorker }, untilRaised) {
      await killWorker();
      await server.sql("delete from chain_workers");
      await server.sql("delete from chain_blocks");
      chain.proxy.misbehave(() => ({ type: "hang_up" }));
      await startWorker();
      await untilRaised();
    },
  },
];

const loseTransactions = ({ proxy }: AlertStage["chain"]): void =>
  proxy.misbehave(({ method, params }) =>
    method === "eth_sendRawTransaction" ? { type: "result", result: keccak256(params[0] as Hex) } : null,
  );

export const PAYMENT_CAUSES: readonly Cause[] = [
  {
    what: "money for a cancelled payment",
    alerts: ["TurnpikeNewExceptions"],
    async run({ server }, untilRaised) {
      const signed = await signedPayment(server);
      await server.call({ method: "POST", path: `/v1/payments/${signed.paymentId}/cancel` });
      await payAsRival(server, signed);
      await untilRaised();
    },
  },
  {
    what: "a node that takes transactions and loses them",
    alerts: ["TurnpikeSettlingStalls", "TurnpikeBatchNotMined"],
    async run({ server, chain, timePasses }, untilRaised) {
      loseTransactions(chain);
      const payments = [await confirmedPayment(server), await confirmedPayment(server)];
      // The other one waits for a relayer.
      await expect.poll(() => relayStatesOf(server, payments), EVENTUALLY).toContain("sent");
      await timePasses(SLOW_S);
      await untilRaised();
      const { code, stdout } = await turnpike(["doctor"], await settingsOf(server));
      expect([code, stdout]).toEqual([1, expect.stringContaining("and the chain does not settle it. See turnpike")]);
      chain.proxy.misbehave(() => null);
      for (const { paymentId } of payments) {
        expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
      }
    },
  },
  {
    what: "payments that have settled after minutes",
    alerts: ["TurnpikeSettlesSlowly"],
    continues: true,
    run: (_, untilRaised) => untilRaised(),
  },
  {
    what: "lost transactions whose payments are given up",
    alerts: ["TurnpikeBatchNotMined"],
    async run({ server, chain, timePasses, moveDeadlines }, untilRaised) {
      loseTransactions(chain);
      const payment = await confirmedPayment(server);
      await expect.poll(() => relayStatesOf(server, [payment]), EVENTUALLY).toEqual(["sent"]);
      await timePasses(SLOW_S);
      await moveDeadlines(-SLOW_S);
      expect(await untilFinal(server, payment.paymentId)).toMatchObject({ status: "failed" });
      await untilRaised();
      const { code, stdout } = await turnpike(["doctor"], await settingsOf(server));
      expect([code, stdout]).toEqual([
        1,
        expect.stringMatching(/oldest batch of the relayer 0x\w+ has not been mined/),
      ]);
      chain.proxy.misbehave(() => null);
      const LATE = "select from chain_workers where reported_at < now() - interval '1 minute'";
      await expect.poll(() => server.sql(LATE), EVENTUALLY).toEqual([]);
    },
  },
  {
    what: "a remote signer that refuses to sign",
    alerts: ["TurnpikeRpcFailing", "TurnpikeQueueStuck"],
    labels: ', endpoint=~"signer 0x.*|"',
    async run({ server, chain, timePasses }, untilRaised) {
      chain.proxy.misbehave(({ method }) =>
        method === "eth_signTransaction" ? { type: "error", code: -32_000, message: "key not found" } : null,
      );
      await confirmedPayment(server);
      await timePasses(SLOW_S);
      await untilRaised();
      chain.proxy.misbehave(() => null);
    },
  },
  {
    what: "a worker that was killed",
    alerts: ["TurnpikeDown", "TurnpikeNoLeader", "TurnpikePaymentsOverdue"],
    async run({ server, killWorker, startWorker, timePasses, moveDeadlines }, untilRaised) {
      const signed = await signedPayment(server);
      await killWorker();
      expect(await confirm(server, signed)).toMatchObject({ status: 200 });
      await timePasses(SLOW_S);
      await moveDeadlines(-DAY_S);
      await untilRaised();
      await moveDeadlines(DAY_S);
      await startWorker();
    },
  },
  {
    what: "a payment that no batch can hold",
    alerts: ["TurnpikeQuarantined"],
    async run({ server, killWorker, startWorker }, untilRaised) {
      const signed = await signedPayment(server);
      await killWorker();
      await confirm(server, signed);
      await server.sql("update confirmations set signature = decode($2, 'hex') where payment_id = $1", [
        signed.paymentId,
        NO_SIGNATURE,
      ]);
      await startWorker();
      await untilRaised();
    },
  },
  {
    what: "a relayer without coin",
    alerts: ["TurnpikeCannotRelay", "TurnpikeRelayerLow"],
    async run({ server, relayer, killWorker, startWorker }, untilRaised) {
      await killWorker();
      await server.client.setBalance({ address: relayer, value: 0n });
      await startWorker();
      await untilRaised();
      await server.client.setBalance({ address: relayer, value: parseEther("100") });
    },
  },
  {
    what: "a chain without new blocks",
    alerts: ["TurnpikeChainStandsStill"],
    async run({ chain }, untilRaised) {
      await chain.stopMining();
      await untilRaised();
    },
  },
  {
    what: "a block that is an hour ahead of the database's clock",
    alerts: ["TurnpikeClockOffChains"],
    async run({ chain }, untilRaised) {
      await chain.mineAt((await chain.nowS()) + HOUR_S);
      await untilRaised();
    },
  },
];

/** Beyond what a payment may wait for a relayer or for the chain, and within what counts as recent. */
const SLOW_S = 500;
const [HOUR_S, DAY_S] = [3_600, 86_400];
/** Ends in the magic bytes of a signature that must be decoded (ERC-6492), and cannot be. */
const NO_SIGNATURE = `deadbeef${"6492".repeat(16)}`;
/** More than a process has connections. */
const CLIENTS = 8;
const [STARVED_MS, FED_MS] = [800, 50];

/** Generous, because the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 200 };

/** Resolves once the chain is offered: a worker may have just started. */
async function signedPayment(server: AlertStage["server"]): Promise<SignedOption> {
  const paymentId = await createPayment(server);
  const buyer = await server.newBuyer();
  const offered = async (): Promise<number> => (await listOptions(server, paymentId, [buyer.account])).length;
  await expect.poll(offered, EVENTUALLY).toBeGreaterThan(0);
  return signPayment(server, paymentId, buyer);
}

const settingsOf = async ({ installation: { environment, chains } }: AlertStage["server"]) => ({
  ...environment,
  CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)),
});

const relayStatesOf = (server: AlertStage["server"], payments: readonly SignedOption[]) =>
  Promise.all(payments.map(({ paymentId }) => relayStateOf(server, paymentId)));

/** Clients that repeat something while `work` runs. @param end lets their last calls end */
async function whileRepeating(
  call: () => Promise<unknown>,
  work: () => Promise<void>,
  clients = CLIENTS,
  end: () => Promise<void> = async () => {},
): Promise<void> {
  let isDone = false;
  const repeat = async (): Promise<void> => {
    while (!isDone) await call();
  };
  const repeating = Array.from({ length: clients }, repeat);
  try {
    await work();
  } finally {
    isDone = true;
    await end();
    await Promise.all(repeating);
  }
}
