// Rehearses test payments with faults: a demo buyer takes each, and makes its fault happen act by act.
import type { Address } from "viem";
import { amountAtPar } from "../../money/par.ts";
import { ACTS } from "../../payment/rehearsals/acts.ts";
import { faultWord, isFault } from "../../payment/rehearsals/fault.ts";
import { demoAssets } from "./demo-assets.ts";
import { type ActPorts, perform } from "./perform.ts";
import type { Rehearsal } from "./rehearsals.ts";

export interface RehearsePorts extends Omit<ActPorts, "inTurn"> {
  /** Whether the chain's node replaces blocks on demand. */
  readonly canReorganise: boolean;
}

/** Handled per run; the next run takes the rest. */
const ROUND_MAX = 50;

/** One run. @returns whether rehearsals are under way @throws if the chain or the database does not respond */
export async function rehearse(ports: RehearsePorts): Promise<boolean> {
  await takeOpen(ports);
  const { store, chain, buyers } = ports;
  const underWay = await store.underWay(chain.id, ROUND_MAX);
  if (underWay.length === 0) return false;
  for (const buyer of buyers.buyers) await resend(ports, buyer);
  const inTurn = oneByOne();
  const done = await Promise.allSettled(underWay.map((rehearsal) => step({ ...ports, inTurn }, rehearsal)));
  const failed = done.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  return true;
}

function oneByOne(): ActPorts["inTurn"] {
  let last = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {}); // the next one's turn comes in any case
    return done;
  };
}

async function takeOpen(ports: RehearsePorts): Promise<void> {
  for (const paymentId of await ports.store.untaken(ROUND_MAX)) await take(ports, paymentId);
}

async function take(ports: RehearsePorts, paymentId: string): Promise<void> {
  const { store, payments, chains, chain, buyers, canReorganise } = ports;
  const payment = await payments.findForBuyer(paymentId);
  const fault = payment && faultWord(payment.referenceId);
  if (!payment || !isFault(fault) || (fault === "reorganised" && !canReorganise)) return;
  const accepted = new Set(await store.assetsOf(payment.partnerId, payment.merchantId));
  for (const asset of demoAssets(chains, chain, payment, accepted)) {
    const amount = amountAtPar(payment.amount, asset) ?? 0n;
    const holdings = await chain.readHoldings(buyers.buyers.map((account) => ({ account, asset, amount })));
    const place = holdings.findIndex(({ balance }) => balance >= PAID_AT_MOST * amount);
    const buyer = buyers.buyers[place];
    if (buyer) {
      const { partnerId } = payment;
      await store.take({ paymentId, partnerId, fault, chain: chain.id, asset: asset.id, buyer });
      return;
    }
    const fields = { chain: chain.id, asset: asset.id, accounts: buyers.buyers, needed: amount.toString() };
    ports.throttle.warn(`poor ${asset.id}`, () =>
      ports.log.warn(fields, "the demo buyer holds too little: send it test tokens"),
    );
  }
}

/** A buyer that pays twice needs the amount twice. */
const PAID_AT_MOST = 2n;

/** A reorg may have removed transactions whose acts were done. */
async function resend({ store, chain, buyers }: RehearsePorts, buyer: Address): Promise<void> {
  const open = await store.from(chain.id, buyer, await buyers.nextNonce(buyer));
  for (const transaction of open) await buyers.send(transaction);
}

async function step(ports: ActPorts, rehearsal: Rehearsal): Promise<void> {
  const { store, log } = ports;
  const act = ACTS[rehearsal.fault][rehearsal.act];
  if (!act) return store.end(rehearsal, null);
  const outcome = await perform(ports, rehearsal, act);
  if (outcome.type === "done") await store.next(rehearsal);
  if (outcome.type !== "ended") return;
  const { paymentId, fault } = rehearsal;
  log.info({ chain: rehearsal.chain, paymentId, fault, reason: outcome.reason }, "a rehearsal ended early");
  await store.end(rehearsal, outcome.reason);
}
