// Alerts about a chain's nodes, and what causes them in a running service.
import { blocksRequested } from "../../../src/chains/evm/nodes/log-range.ts";
import type { Cause } from "./alert-stage.ts";

export const NODE_CAUSES: readonly Cause[] = [
  {
    what: "a node that responds with 503",
    alerts: ["TurnpikeRpcFailing"],
    labels: ', endpoint="1"',
    async run({ chain }, untilRaised) {
      chain.proxy.misbehave(() => ({ type: "http", status: 503, body: "" }));
      await untilRaised();
      chain.proxy.misbehave(() => null);
    },
  },
  {
    what: "nodes that are all away",
    alerts: ["TurnpikeNodesAway"],
    async run({ chain }, untilRaised) {
      chain.proxy.misbehave(() => ({ type: "hang_up" }));
      await untilRaised();
      chain.proxy.misbehave(() => null);
    },
  },
  {
    what: "a node that drops the connection when it is asked for the logs of many blocks",
    alerts: ["TurnpikeLogRangeNarrow"],
    async run({ chain, killWorker, startWorker }, untilRaised) {
      await killWorker();
      await chain.mine(200);
      chain.proxy.misbehave(({ method, params }) =>
        (blocksRequested(method, params) ?? 0) > 4 ? { type: "hang_up" } : null,
      );
      await startWorker();
      await untilRaised();
      chain.proxy.misbehave(() => null);
    },
  },
];
