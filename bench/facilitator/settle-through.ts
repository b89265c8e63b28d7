// Settles payments through `POST /x402/settle`, as merchants' own servers do: the same buyers, payees and flaws as for
// the reference facilitator, all at once, over HTTP, each verified first.
import { ExactEvmScheme as ClientScheme } from "@x402/evm/exact/client";
import { type Hex, parseAbiItem } from "viem";
import { eachOf, type HttpClient, openClient } from "../thousand/http.ts";
import type { Installation, Merchant } from "../thousand/installation.ts";
import { type Flaw, flawOf, newBuyer } from "../thousand/prepare.ts";
import { type Measured, requirementsOf, resourceOf, X402_VERSION } from "./settle-all.ts";

export interface Through extends Measured {
  /** Transfers of the payers beyond one for each settled payment. */
  readonly second: number;
}

interface Settled {
  readonly success: boolean;
  readonly errorReason?: string;
  readonly transaction: string;
}

interface Prepared {
  readonly merchant: Merchant;
  readonly flaw: Flaw;
  readonly payer: Hex;
  readonly body: object;
}

/** Of verify requests, as of confirms in thousand/round.ts. */
const CONNECTIONS = 256;
/** A repeat while the payment is under way waits for its end; a payment that is not final by then has failed. */
const REPEATS_MAX = 5;

/** @param losesAnswers the answer to each first settle request is dropped, and the request repeated */
export async function settleThrough(
  installation: Installation,
  count: number,
  badEvery: number,
  losesAnswers = false,
): Promise<Through> {
  const { baseUrl, rpc, chain, token } = installation;
  const prepared = await eachOf(Array.from({ length: count }), 64, (_, i) => prepare(installation, i, badEvery));
  const client = openClient(baseUrl, CONNECTIONS);
  const waiting = openClient(baseUrl, Number.POSITIVE_INFINITY);
  try {
    const firstBlock = await chain.getBlockNumber();
    rpc.reset();
    const startMs = performance.now();
    const running = prepared.map((each) =>
      settleOne({ client, waiting }, installation, each, losesAnswers).catch(() => null),
    );
    // A payer whose money is gone may get it back: its payment is under way until the authorisation ends.
    const outcomes = await Promise.all(running.filter((_, i) => prepared[i]?.flaw === "none"));
    const ms = performance.now() - startMs;
    const calls = [...rpc.counts().values()].reduce((sum, times) => sum + times, 0);
    const settled = outcomes.flatMap((hash) => hash ?? []);
    const receipts = await eachOf([...new Set(settled)], 64, (hash) => chain.getTransactionReceipt({ hash }));
    const gas = receipts.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
    const logs = await chain.getLogs({ address: token, fromBlock: firstBlock + 1n, event: TRANSFER });
    const payers = new Set<string>(prepared.map(({ payer }) => payer));
    return {
      perSecond: (settled.length * 1_000) / ms,
      gas: gas / Math.max(settled.length, 1),
      rpcCalls: calls / count,
      failed: outcomes.length - settled.length,
      second: logs.filter(({ args }) => payers.has(args.from ?? "0x")).length - settled.length,
    };
  } finally {
    client.close();
    waiting.close();
  }
}

const TRANSFER = parseAbiItem("event Transfer(address indexed from, address indexed to, uint256 value)");

async function prepare(installation: Installation, index: number, badEvery: number): Promise<Prepared> {
  const { buyers, merchants } = installation;
  const flaw = flawOf(index, badEvery);
  const merchant = merchants[index % merchants.length];
  const buyer = flaw === "emptied" ? await newBuyer(installation) : buyers[index % buyers.length];
  if (!buyer || !merchant) throw new Error("the benchmark has no merchants or no buyers");
  const paymentRequirements = requirementsOf(installation, merchant.destination);
  const { payload } = await new ClientScheme(buyer).createPaymentPayload(X402_VERSION, paymentRequirements);
  if (flaw === "forged") payload.signature = `0x${"1b".repeat(65)}`;
  const accepted = paymentRequirements;
  const paymentPayload = { x402Version: X402_VERSION, resource: resourceOf(merchant), accepted, payload };
  return { merchant, flaw, payer: buyer.address, body: { paymentPayload, paymentRequirements } };
}

/** The hash of the payment's transaction; null if it was refused or is not final. */
async function settleOne(
  { client, waiting }: { readonly client: HttpClient; readonly waiting: HttpClient },
  installation: Installation,
  { merchant, flaw, payer, body }: Prepared,
  losesAnswers: boolean,
): Promise<Hex | null> {
  const call = { method: "POST", headers: { "api-key": merchant.apiKey }, body } as const;
  const { isValid } = await client.send<{ isValid: boolean }>({ ...call, path: "/x402/verify" });
  if (!isValid) return null;
  if (flaw === "emptied") await installation.deal(payer, 0n);
  for (let i = 0; i < REPEATS_MAX; i++) {
    const { success, errorReason, transaction } = await waiting.send<Settled>({ ...call, path: "/x402/settle" });
    if (losesAnswers && i === 0) continue;
    if (success) return transaction as Hex;
    if (errorReason !== "settlement_pending") return null;
  }
  return null;
}
