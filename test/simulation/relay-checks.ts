// The relayers must never call a stranger's contract, let a wallet that burns gas share a batch, or split a batch that
// could be one.
import { type Address, decodeFunctionData, multicall3Abi } from "viem";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import type { Block, Mined } from "./chain/blockchain.ts";
import { MULTICALL3, ROUTER } from "./chain/state.ts";
import type { Scene } from "./scene.ts";
import { Violation } from "./violation.ts";

// Counts the batches stored by one run of the relayer; batches of one payment that must be alone do not count.
const SPLIT = `
  select c.token, count(distinct b.id)::integer as batches, count(*)::integer as payments
    from relay_batches b join confirmations c on c.batch_id = b.id
   where b.id > $1 and not b.is_lone and not c.relay_alone
     and not exists (select from relay_strikes s where s.payer = c.payer)
     and not exists (select from confirmations other where other.batch_id = b.id and other.left_out > 0)
   group by c.token having count(distinct b.id) > 1`;

export class RelayChecks {
  readonly #scene: Scene;
  #newestBatch = 0n;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** @param block that was not observed before */
  observe(block: Block): void {
    for (const mined of block.mined) {
      if (mined.transaction.nonce === null) continue; // a buyer's own
      for (const target of calledBy(mined)) {
        if (target !== ROUTER && target !== mined.transaction.from) throw new Violation(`a relayer called ${target}`);
      }
      const [waster] = mined.burned;
      const payments = paymentsOf(mined);
      if (waster && payments > 1) throw new Violation(`${waster[0]} burned the gas of ${payments} payments`);
    }
  }

  /** @param newestBatch id of the newest batch, after each step */
  async afterStep(newestBatch: bigint): Promise<void> {
    if (newestBatch <= this.#newestBatch) return;
    const { database, config } = this.#scene;
    const split = await database.query<{ token: string; batches: number; payments: number }>(SPLIT, [
      this.#newestBatch,
    ]);
    this.#newestBatch = newestBatch;
    const needless = split.find(({ payments }) => payments <= config.batchMax);
    if (needless) throw new Violation(`${needless.payments} payments of one token take ${needless.batches} batches`);
  }
}

function calledBy({ transaction: { to, data } }: Mined): readonly Address[] {
  if (to !== MULTICALL3) return [to];
  const { functionName, args } = decodeFunctionData({ abi: multicall3Abi, data });
  return functionName === "aggregate3" ? args[0].map(({ target }) => target) : [to];
}

function paymentsOf({ transaction: { to, data } }: Mined): number {
  if (to !== ROUTER) return 0;
  const { functionName, args } = decodeFunctionData({ abi: paymentRouterAbi, data });
  if (functionName !== "settle") return 1;
  return args[1].flatMap(({ payouts }) => payouts.flatMap(({ pulls }) => pulls)).length;
}
