// A payment's history: its log, and its state on chain as last followed by this installation. Queries no node.

import { type FindShownAsset, tokenToWire } from "../../../contract/amounts.ts";
import { doneByShown } from "../../../contract/console/audit.ts";
import { Timeline } from "../../../contract/console/timeline.ts";
import type { PaymentHistory, Recovery } from "../../../operations/payments/inspect-payment.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import type { PaymentChains } from "../../../operations/ports/chain/payment-chain.ts";
import { depthOf } from "../../../payment/transfers/finality.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";

const MS_PER_S = 1_000;

type Transfer = PaymentHistory["transfers"][number];

interface Shown {
  readonly chains: PaymentChains;
  readonly find: FindShownAsset;
  /** Number of the newest followed block, by chain (CAIP-2). */
  readonly heads: ReadonlyMap<string, bigint>;
}

export const readTimeline = endpoint({
  route: `GET ${CONSOLE_API}/payments/:id/timeline`,
  caller: "console",
  console: EVERYBODY,
  response: [200, Timeline],
  uses: ["payments", "history", "chains"],
  async handle(services, call) {
    const { id } = await readOpenPayment(ownedPayments(services.payments, call), call.params.id);
    const history = await services.history.ofPayment(id);
    if (!history) throw new Error(`${id} exists but has no history`);
    const shown = {
      chains: services.chains,
      find: shownAssets(services.chains),
      heads: await headsOf(services, history),
    };
    return {
      events: history.log.map(({ at, by, ...event }) => ({
        ...event,
        at: at.toISOString(),
        by: by && doneByShown(by),
      })),
      chain: chainSide(history, shown),
      transfers: history.transfers.map((transfer) => transferShown(transfer, shown)),
      recoveries: history.recoveries.map((recovery) => recoveryShown(recovery, shown)),
    };
  },
});

async function headsOf(
  { history }: Pick<Services, "history">,
  { transfers }: PaymentHistory,
): Promise<ReadonlyMap<string, bigint>> {
  const heads = new Map<string, bigint>();
  for (const chain of new Set(transfers.map((transfer) => transfer.chain))) {
    const head = await history.followedTo(chain);
    if (head !== null) heads.set(chain, head);
  }
  return heads;
}

function chainSide(history: PaymentHistory, shown: Shown): Timeline["chain"] {
  const { payment, relay, requiredDepth } = history;
  if (!payment.confirmation || requiredDepth === null) return null;
  const { option } = payment.confirmation;
  const { terms } = option;
  const paid = payingTransfer(history);
  const txHash = paid?.txHash ?? relay?.buyersTransaction ?? sentForm(relay);
  const amount = (value: bigint) => tokenToWire({ asset: option.asset, value }, shown.find(option.asset));
  return {
    chain: terms.chain,
    chainName: shown.chains.get(terms.chain)?.name ?? null,
    method: option.method,
    router: terms.router,
    asset: option.asset,
    payer: terms.payer,
    destination: terms.destination,
    paysOut: option.paysOut,
    amount: amount(terms.amount),
    fee: amount(terms.fee),
    deadline: new Date(terms.deadlineS * MS_PER_S).toISOString(),
    txHash,
    explorerUrl: txHash && explorerUrl(terms.chain, txHash, shown),
    block: paid ? paid.blockNumber.toString() : null,
    confirmations: paid ? confirmationsOf(paid, shown) : null,
    confirmationsNeeded: requiredDepth,
    relay: relay && { state: relay.state, attempts: relay.attempts },
  };
}

/** The transfer that paid, or else the one still waiting for its depth. */
const payingTransfer = ({ transfers }: PaymentHistory): Transfer | null => {
  const standing = transfers.filter(({ isOrphaned }) => !isOrphaned);
  return standing.find(({ state }) => state === "credited") ?? standing.find(({ state }) => state === "seen") ?? null;
};

/** The batch transaction that was last sent to a node. */
const sentForm = (relay: PaymentHistory["relay"]): string | null =>
  relay?.batch?.forms.findLast(({ lastSentAt }) => lastSentAt !== null)?.hash ?? null;

/** An orphaned block may be above the chain followed since, so it has no confirmations. */
function confirmationsOf({ chain, blockNumber, isOrphaned }: Transfer, { heads }: Shown): number | null {
  const head = heads.get(chain);
  return head === undefined || isOrphaned ? null : Math.max(depthOf(blockNumber, head), 0);
}

function explorerUrl(chain: string, txHash: string, { chains }: Shown): string | null {
  const explorer = chains.get(chain)?.explorerUrl;
  return explorer === undefined ? null : `${explorer}/tx/${txHash}`;
}

function transferShown(transfer: Transfer, shown: Shown): Timeline["transfers"][number] {
  const { chain, txHash, logIndex, blockNumber, state, payer, destination, asset, isOrphaned } = transfer;
  const amount = (value: bigint) => tokenToWire({ asset, value }, shown.find(asset));
  return {
    chain,
    txHash,
    logIndex,
    explorerUrl: explorerUrl(chain, txHash, shown),
    block: blockNumber.toString(),
    state,
    confirmations: confirmationsOf(transfer, shown),
    payer,
    destination,
    amount: amount(transfer.amount),
    fee: amount(transfer.fee),
    isOrphaned,
  };
}

function recoveryShown({ chain, txHash, token, amount: value }: Recovery, shown: Shown) {
  const known = shown.chains.get(chain)?.assets.find(({ address }) => address === token);
  const asset = known?.id ?? `${chain}/erc20:${token}`;
  return {
    txHash,
    explorerUrl: explorerUrl(chain, txHash, shown),
    amount: tokenToWire({ asset, value }, shown.find(asset)),
  };
}
