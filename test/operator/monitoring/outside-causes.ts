// The causes of alerts on sources outside of the service: prices, and accounts that may not pay.
import { createPayment, listOptions } from "../../harness/chain/wallet.ts";
import type { JsonServer } from "../../harness/server/json-server.ts";
import type { AlertStage, Cause } from "./alert-stage.ts";

const isAway = (source: JsonServer): void => source.answer((_, response) => void response.destroy());
const isBack = (source: JsonServer): void => source.answer('{"price":1.27}');

export const OUTSIDE_CAUSES: readonly Cause[] = [
  {
    what: "a source of prices that is away",
    alerts: ["TurnpikeRateSourceFails"],
    silent: ["TurnpikeRateMissing"],
    async run({ prices: [first] }, untilRaised) {
      isAway(first);
      await untilRaised();
      isBack(first);
    },
  },
  {
    what: "sources of prices that are all away",
    alerts: ["TurnpikeRateMissing"],
    silent: ["TurnpikeRateSourceFails"],
    async run({ prices }, untilRaised) {
      for (const source of prices) isAway(source);
      await untilRaised();
      for (const source of prices) isBack(source);
    },
  },
  {
    what: "a list of refused accounts that is damaged",
    alerts: ["TurnpikeScreeningFails"],
    labels: ', source="1"',
    async run({ server, refused }, untilRaised) {
      refused.spoil();
      await askForOptions(server);
      await untilRaised();
      refused.refuse();
    },
  },
  {
    what: "a list that refuses a buyer who asks again and again",
    alerts: ["TurnpikeScreeningRefuses"],
    labels: ', source="1"',
    async run({ server, refused }, untilRaised) {
      const buyer = await server.newBuyer();
      refused.refuse(buyer.address);
      await askForOptions(server, buyer.account);
      await untilRaised();
      refused.refuse();
    },
  },
  {
    what: "an oracle that takes two seconds",
    alerts: ["TurnpikeScreeningSlow"],
    labels: ', source="2"',
    silent: ["TurnpikeScreeningFails"],
    async run({ server, chain, oracle }, untilRaised) {
      const contract = oracle.slice(2).toLowerCase();
      chain.proxy.misbehave(({ method, params }) =>
        method === "eth_call" && JSON.stringify(params).toLowerCase().includes(contract)
          ? { type: "delay", delayMs: 2_000 }
          : null,
      );
      await askForOptions(server);
      await untilRaised();
      chain.proxy.misbehave(() => null);
    },
  },
];

/** Requests of a wallet, which may fail. */
async function askForOptions(server: AlertStage["server"], account?: string): Promise<void> {
  const paymentId = await createPayment(server);
  const asked = account ?? (await server.newBuyer()).account;
  for (let times = 0; times < 3; times++) await listOptions(server, paymentId, [asked]).catch(() => {});
}
