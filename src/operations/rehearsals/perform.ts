// Performs one act of a rehearsal. A repeat after a crash continues where it was.
import { type Hex, stringToHex } from "viem";
import type { AuthorizedToken } from "../../money/asset.ts";
import { amountAtPar } from "../../money/par.ts";
import { keccak256 } from "../../payment/keccak256.ts";
import { type Option, sealOption } from "../../payment/option.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { type Act, LATER_S, type Role } from "../../payment/rehearsals/acts.ts";
import { isTerminal } from "../../payment/transition.ts";
import { Refusal } from "../errors/refusal.ts";
import { type ConfirmPaymentPorts, confirmPayment } from "../gateway/confirm-payment.ts";
import type { BlockName } from "../ports/chain/chain-reader.ts";
import type { BatchCall } from "../ports/chain/chain-writer.ts";
import type { DemoBuyerChain } from "../ports/chain/demo-buyer.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import { demoOption, type OptionPorts, otherTerms } from "./demo-option.ts";
import type { Rehearsal, RehearsalStore } from "./rehearsals.ts";

export interface ActPorts extends Omit<ConfirmPaymentPorts, "crashPoint">, OptionPorts {
  readonly store: RehearsalStore;
  readonly chain: PaymentChain;
  readonly buyers: DemoBuyerChain;
  /** Runs what chooses a nonce, one after the other: two at once would choose the same. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  readonly crashPoint: (point: "confirm.stored" | "rehearse.stored" | "rehearse.sent") => void;
}

/** `ended`: the next acts cannot follow. */
export type Outcome = { readonly type: "done" | "waiting" } | { readonly type: "ended"; readonly reason: string };

const DONE: Outcome = { type: "done" };
const WAITING: Outcome = { type: "waiting" };
const ended = (reason: string): Outcome => ({ type: "ended", reason });

/** @throws if the chain or the database does not respond: retry */
export async function perform(ports: ActPorts, rehearsal: Rehearsal, act: Act): Promise<Outcome> {
  const payment = await ports.payments.findForBuyer(rehearsal.paymentId);
  const token = ports.chain.assets.find(({ id }) => id === rehearsal.asset);
  if (!payment || token?.method !== "eip3009") return ended("the payment or its asset is gone");
  const scene: Scene = { rehearsal, payment, token };
  if (!isTerminal(payment.status) && (await isUndone(ports, rehearsal))) return WAITING;
  switch (act.type) {
    case "fund":
      return move(ports, scene, { from: "buyer", to: act.role });
    case "empty":
      return move(ports, scene, { from: act.role, to: "buyer" });
    case "confirm":
      return confirm(ports, scene, act);
    case "pay":
      return pay(ports, scene, act);
    case "wait":
      return wait(scene, act.until);
    case "reorganise":
      return reorganise(ports, scene);
  }
}

/** Whether a reorg has removed the transaction of the act before, which is resent with the account's others. */
async function isUndone({ store, buyers }: ActPorts, rehearsal: Rehearsal): Promise<boolean> {
  const before = await store.transaction({ ...rehearsal, act: rehearsal.act - 1 });
  return before !== null && (await buyers.blockOf(before.hash)) === null;
}

interface Scene {
  readonly rehearsal: Rehearsal;
  readonly payment: PaymentForBuyer;
  readonly token: AuthorizedToken;
}

function wait({ rehearsal, payment }: Scene, until: Extract<Act, { type: "wait" }>["until"]): Outcome {
  if (until === "later") return rehearsal.waitedS >= LATER_S ? DONE : WAITING;
  if (!isTerminal(payment.status)) return WAITING;
  return until === "ended" || payment.status === "succeeded" ? DONE : ended(`the payment is ${payment.status}`);
}

async function confirm(
  ports: ActPorts,
  { rehearsal, payment, token }: Scene,
  { role, own }: Extract<Act, { type: "confirm" }>,
): Promise<Outcome> {
  if (payment.confirmation) return DONE; // before a crash
  const option = await demoOption(
    ports,
    payment,
    token,
    ports.buyers.accountOf(rehearsal.buyer, role, payment.id),
    own,
  );
  if (!option) return ended("the merchant has no destination for the asset any more");
  const signature = await ports.buyers.signPayment(rehearsal.buyer, role, option, token);
  const optionId = sealOption(ports.optionKeys, option);
  const input = { optionId, results: [signature], collectedData: null, isExcludedFromRelayer: own };
  try {
    await confirmPayment(ports, payment.id, { ...input, providerName: "Demo buyer" });
    return DONE;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "internal_error") throw error;
    return error.code === "sanctioned_user" ? DONE : ended(error.message);
  }
}

async function pay(ports: ActPorts, scene: Scene, { role, terms }: Extract<Act, { type: "pay" }>): Promise<Outcome> {
  const { rehearsal, payment, token } = scene;
  const payer = ports.buyers.accountOf(rehearsal.buyer, role, payment.id);
  const option = payment.confirmation?.option ?? (await demoOption(ports, payment, token, payer, false));
  if (!option) return ended("the merchant has no destination for the asset any more");
  const paid: Option = otherTerms(option, terms);
  return send(ports, rehearsal, async () => {
    const signature = await ports.buyers.signPayment(rehearsal.buyer, role, paid, token);
    return ports.buyers.payCall({ option: paid, signature });
  });
}

/** The buyer adds what the account lacks of the payment's amount. An account that is emptied gives all that it has. */
async function move(
  ports: ActPorts,
  { rehearsal, payment, token }: Scene,
  { from, to }: { readonly from: Role; readonly to: Role },
): Promise<Outcome> {
  if (isTerminal(payment.status)) return ended(`the payment is ${payment.status}`);
  const asked = amountAtPar(payment.amount, token) ?? 0n;
  const account = ports.buyers.accountOf(rehearsal.buyer, from === "buyer" ? to : from, payment.id);
  const [holding] = await ports.chain.readHoldings([{ account, asset: token, amount: asked }]);
  const balance = holding?.balance ?? 0n;
  const amount = from === "buyer" ? asked - balance : balance;
  if (amount <= 0n && !(await ports.store.transaction(rehearsal))) {
    return from === "buyer" ? DONE : WAITING; // a reorg may have undone what the account was given
  }
  const move = { paymentId: payment.id, token, from, to, amount, nonce: nonceOf(rehearsal) };
  return send(ports, rehearsal, () => ports.buyers.moveCall(rehearsal.buyer, move));
}

/** The token takes each transfer between the buyer's accounts once. */
const nonceOf = ({ paymentId, act }: Rehearsal): Hex => keccak256(stringToHex(`${paymentId} ${act}`));

/**
 * Sends the act's transaction: the stored one, if there is one. Only if another transaction of the account has taken
 * its nonce, it gets a new one. It cannot move money twice, because the token takes its authorisation once.
 */
async function send(ports: ActPorts, rehearsal: Rehearsal, call: () => Promise<BatchCall>): Promise<Outcome> {
  const { store, buyers } = ports;
  const { buyer, chain } = rehearsal;
  const next = await buyers.nextNonce(buyer);
  const kept = await store.transaction(rehearsal);
  if (kept && (await buyers.blockOf(kept.hash))) return DONE;
  if (kept && next <= kept.nonce) return WAITING; // it is resent with the account's others
  await ports.inTurn(async () => {
    const last = (await store.from(chain, buyer, next)).at(-1);
    const nonce = last ? last.nonce + 1n : next;
    const signed = await buyers.sign(buyer, nonce, await call(), await buyers.fees());
    await store.keep(rehearsal, { ...signed, nonce });
    ports.crashPoint("rehearse.stored");
    const sent = await buyers.send(signed);
    ports.crashPoint("rehearse.sent");
    if (sent !== "sent" && sent !== "known") {
      ports.log.warn({ chain, buyer, outcome: sent }, "a transaction of the demo buyer was not taken; it is retried");
    }
  });
  return WAITING;
}

/** Removes the block of the payment's transfer, once. */
async function reorganise(ports: ActPorts, { rehearsal, payment }: Scene): Promise<Outcome> {
  const { store, buyers } = ports;
  const txHash = payment.credit?.txHash;
  const block = rehearsal.removed ?? (txHash ? await buyers.blockOf(txHash) : null);
  if (!block) return WAITING;
  await store.mark(rehearsal, block);
  ports.crashPoint("rehearse.stored");
  if (!(await isThere(buyers, block))) return DONE;
  await buyers.reorganise(block.number);
  // The reorg is too short if the chain grew before it.
  return (await isThere(buyers, block)) ? WAITING : DONE;
}

const isThere = async (buyers: DemoBuyerChain, { number, hash }: BlockName): Promise<boolean> =>
  (await buyers.blockHash(number)) === hash;
