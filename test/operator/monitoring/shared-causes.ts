// The causes of alerts on what the processes share: writes, clocks, settings, webhooks and mail.
import { zeroAddress } from "viem";
import { expect } from "vitest";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { giveAddress } from "../../harness/chain/deposit-addresses.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { whileReadOnly } from "../../harness/database/refusing-database.ts";
import { entryOf, startProcess } from "../../harness/server/process.ts";
import type { AlertStage, Cause } from "./alert-stage.ts";

export const SHARED_CAUSES: readonly Cause[] = [
  {
    what: "a database that takes no writes",
    alerts: ["TurnpikeNoWrites"],
    async run({ server }, untilRaised) {
      await server.sql("alter table write_probes add constraint no_room check (false)");
      await untilRaised();
      await server.sql("alter table write_probes drop constraint no_room");
    },
  },
  {
    what: "a database that is set to read-only",
    alerts: ["TurnpikeNoWrites"],
    silent: ["TurnpikeDatabaseDown", "TurnpikeNotReady", "TurnpikeErrors", "TurnpikeNoLeader", "TurnpikeMonthsMissing"],
    run: ({ server }, untilRaised) =>
      whileReadOnly(server.databaseUrl, async () => {
        for (let asked = 0; asked < REQUESTS; asked++) await createPayment(server).catch(() => {});
        await untilRaised();
      }),
  },
  {
    what: "a process with another fee",
    alerts: ["TurnpikeSettingsDiffer"],
    labels: ', setting="FEE_PERCENTAGE"',
    async run({ server: { installation } }, untilRaised) {
      const environment = { ...installation.environment, FEE_PERCENTAGE: "1" };
      const other = await startProcess({ ...installation, environment }, { role: "worker" });
      await untilRaised();
      await other.kill();
    },
  },
  {
    what: "a machine whose clock is late",
    alerts: ["TurnpikeClockSkew"],
    async run({ startLate }, untilRaised) {
      const late = await startLate(-60_000);
      await untilRaised();
      await late.stop();
    },
  },
  {
    what: "coins on a deposit address that no attempt passed on",
    alerts: ["TurnpikeDepositsRest"],
    async run({ server }, untilRaised) {
      const paymentId = await createPayment(server);
      const { termsHash } = await giveAddress(server, paymentId);
      await server.sql(
        `insert into unrecovered (terms_hash, chain, token, payment_id, partner_id, amount, minimum, since,
                                  is_quarantined, note)
         values (decode(substr($1, 3), 'hex'), $2, $3, $4, $5, 7, 1, now() - interval '7 hours', true, 'it fails')`,
        [termsHash, server.caip2, zeroAddress, paymentId, server.partnerId],
      );
      await untilRaised();
      const { code, stdout } = await turnpike(["doctor"], await settingsOf(server));
      expect([code, stdout]).toEqual([1, expect.stringMatching(/lies on its deposit address .* \(it fails\)/)]);
      await server.sql("delete from unrecovered");
    },
  },
  {
    what: "a backup that fails",
    alerts: ["TurnpikeTaskFailed"],
    silent: ["TurnpikeTaskOverdue"],
    async run({ server }, untilRaised) {
      const { code } = await turnpike(["task", "run", "backup", "--", "false"], await settingsOf(server));
      expect(code).toBe(1);
      await untilRaised();
      await turnpike(["task", "run", "backup", "--", "true"], await settingsOf(server));
    },
  },
  {
    what: "a backup that no timer starts any more",
    alerts: ["TurnpikeTaskOverdue"],
    silent: ["TurnpikeTaskFailed"],
    async run({ server }, untilRaised) {
      await turnpike(["task", "run", "backup", "--", "true"], await settingsOf(server));
      await server.sql("update task_runs set due_at = now() - interval '1 hour'");
      await untilRaised();
      await turnpike(["task", "forget", "backup"], await settingsOf(server));
    },
  },
  {
    what: "an endpoint that fails",
    alerts: ["TurnpikeWebhooksFail"],
    async run({ server }, untilRaised) {
      await addEndpoint(server, "now() - interval '1 hour'");
      await untilRaised();
      await server.sql("delete from webhook_endpoints where id = 'we_alert'");
    },
  },
  {
    what: "a mail server that takes no message",
    alerts: ["TurnpikeMailWaits"],
    async run({ server }, untilRaised) {
      await server.sql(
        `insert into mails (id, partner_id, kind, language, attempts, created_at, next_attempt_at)
         values ('mail_alert', $1, 'webhooks', 'en', 5, now() - interval '2 hours', now() + interval '1 hour')`,
        [server.partnerId],
      );
      await untilRaised();
      await server.sql("delete from mails where id = 'mail_alert'");
    },
  },
  {
    what: "events that no worker sends",
    alerts: ["TurnpikeWebhooksLate"],
    async run({ server, killWorker, startWorker }, untilRaised) {
      await killWorker();
      await addEndpoint(server, "null");
      await server.sql(
        `insert into webhook_deliveries (endpoint_id, partner_id, event, event_id, type, next_attempt_at)
         values ('we_alert', $1, 1, 'evt_alert', 'payment.created', now() - interval '500 s')`,
        [server.partnerId],
      );
      await untilRaised();
      await server.sql("delete from webhook_endpoints where id = 'we_alert'");
      await startWorker();
    },
  },
];

/** Enough for a share of failed requests. */
const REQUESTS = 20;

const addEndpoint = ({ sql, partnerId }: AlertStage["server"], failingSince: string): Promise<unknown> =>
  sql(
    `insert into webhook_endpoints (id, partner_id, url, events, key_id, secret, tx, failing_since)
     values ('we_alert', $1, 'https://shop.example/hook', '{*}', 'first', '', (select events_horizon()), ${failingSince})`,
    [partnerId],
  );

const settingsOf = async ({ installation: { environment, chains } }: AlertStage["server"]) => ({
  ...environment,
  CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)),
});
