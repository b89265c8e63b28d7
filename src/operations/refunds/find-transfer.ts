// Looks up a transaction by which the merchant paid a buyer back by hand.
import { type Address, getAddress, type Hex } from "viem";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Refund } from "../../payment/refund.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import { askChain, type OutagePorts } from "../monitoring/report-outage.ts";
import type { PaymentChain, PaymentChains, TokenTransfer } from "../ports/chain/payment-chain.ts";
import type { Arrival, ExceptionResolver } from "../ports/exceptions.ts";
import type { PaymentReader } from "../ports/payments.ts";
import type { HandTransfer, RefundStore } from "../ports/refunds.ts";

/** A transaction that was named but not looked up, because the payment's state ruled out the refund. */
export type RuledOut = "ruled_out";

export interface FindTransferPorts extends OutagePorts {
  readonly payments: PaymentReader;
  readonly chains: PaymentChains;
  readonly refunds: Pick<RefundStore, "hasRouterTransfer">;
}

/** What the transaction has to show. */
interface Wanted {
  readonly token: Address;
  readonly to: Address;
  readonly fits: (amount: bigint) => boolean;
  /** What `fits` asks for, in words. */
  readonly amount: string;
}

/**
 * The transfer of a mark; call it before the database transaction that marks the refund.
 * @throws Refusal not_found, params_validation (on txHash), bad_gateway (the chain does not respond: retry)
 */
export async function findMarked(
  ports: FindTransferPorts,
  paymentId: string,
  txHash: Hex,
): Promise<HandTransfer | RuledOut> {
  const payment = await readPayment(ports.payments, paymentId);
  const { confirmation, credit, status, refundMark } = payment;
  if (status !== "succeeded" || refundMark || !confirmation || !credit) return "ruled_out";
  // The payer of its terms is the deposit address, from which money goes to the merchant.
  if (confirmation.option.method === "deposit") {
    throw wrongTx(
      "cannot be verified, because the payment was made by a deposit, whose buyer is unknown: leave it out",
    );
  }
  const { terms } = confirmation.option;
  return findTransfer(ports, credit, txHash, {
    token: terms.token,
    to: terms.payer,
    fits: (amount) => amount <= terms.amount,
    amount: "at most the paid amount",
  });
}

/**
 * The transfer of a refund that waits for a signature.
 * @throws Refusal not_found, params_validation (on txHash), bad_gateway (the chain does not respond: retry)
 */
export async function findRefunded(
  ports: FindTransferPorts & { readonly exceptions: Pick<ExceptionResolver, "arrivalOf"> },
  partnerId: string,
  { paymentId, exceptionId, to, amount: { asset, value } }: Refund,
  txHash: Hex,
): Promise<HandTransfer | RuledOut> {
  if (to === null) return "ruled_out";
  const wanted = { to, fits: (sent: bigint) => sent === value, amount: "the refund's amount" };
  if (exceptionId !== null) {
    const arrival = await ports.exceptions.arrivalOf(partnerId, exceptionId);
    if (!arrival) throw wrongTx("cannot be compared with the exception's transfer, which the chain does not have now");
    const token = ports.chains.get(arrival.chain)?.assets.find(({ id }) => id === asset)?.address;
    if (!token) throw wrongTx(`cannot be looked up, because ${asset} is no longer configured`);
    return findTransfer(ports, arrival, txHash, { ...wanted, token });
  }
  const { confirmation, credit } = await readPayment(ports.payments, paymentId);
  if (!confirmation || !credit) return "ruled_out";
  return findTransfer(ports, credit, txHash, { ...wanted, token: confirmation.option.terms.token });
}

async function findTransfer(
  ports: FindTransferPorts,
  arrival: Arrival,
  txHash: Hex,
  wanted: Wanted,
): Promise<HandTransfer> {
  const chain = ports.chains.get(arrival.chain);
  if (!chain) throw wrongTx(`cannot be looked up, because ${arrival.chain} is no longer configured: leave it out`);
  const transfers = await readTransfers(ports, chain, txHash, wanted);
  if (!transfers) throw wrongTx(`is no transaction that ${chain.id} has mined`);
  // A transfer before the money arrived cannot send it back.
  const fitting = transfers.filter(
    ({ amount, blockNumber }) => amount > 0n && wanted.fits(amount) && blockNumber > arrival.blockNumber,
  );
  if (fitting.length === 0) {
    throw wrongTx(
      `must be a transaction after the money arrived that transfers the same token, ${wanted.amount}, to ${wanted.to}`,
    );
  }
  const hash = txHash.toLowerCase() as Hex;
  if (await ports.refunds.hasRouterTransfer(chain.id, hash, getAddress(wanted.to))) {
    throw wrongTx("is a payment or refund by the router, which is counted already");
  }
  return { chain: chain.id, txHash: hash, logIndexes: fitting.toSorted(byAmount).map(({ logIndex }) => logIndex) };
}

export async function readPayment(payments: PaymentReader, paymentId: string): Promise<PaymentForBuyer> {
  const payment = await payments.findForBuyer(paymentId);
  if (!payment) throw new Refusal("not_found", "Payment not found");
  return payment;
}

async function readTransfers(
  ports: FindTransferPorts,
  chain: PaymentChain,
  txHash: Hex,
  { token, to }: Wanted,
): Promise<readonly TokenTransfer[] | null> {
  try {
    const read = () => chain.readTransfers(txHash, token, to);
    return await askChain(ports, chain, "could not look up a refund's transaction", read);
  } catch {
    throw new Refusal("bad_gateway", "The chain is not responding: repeat the request", { retryAfterS: 1 });
  }
}

/** Largest first: a smaller one may still fit another payment that the transaction refunds. */
const byAmount = (a: TokenTransfer, b: TokenTransfer): number =>
  Number(b.amount > a.amount) - Number(b.amount < a.amount) || a.logIndex - b.logIndex;

export const wrongTx = (message: string): Refusal => invalid([{ field: "txHash", message }]);
