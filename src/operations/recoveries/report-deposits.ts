// Reports deposits that do not pay their payments as asked, each once and at policy depth.
import { zeroAddress } from "viem";
import type { QuotingChain } from "../../payment/transfers/credit.ts";
import { exceptionOfDeposit, type NewException, type ReportedTransfer } from "../../payment/transfers/exception.ts";
import { deepest } from "../../payment/transfers/finality.ts";
import { judgeDeposit, type UnjudgedDeposit } from "../../payment/transfers/judge-deposit.ts";
import { leastDeposits } from "../deposits/confirm-deposited.ts";
import type { Log } from "../ports/log.ts";
import type { RecoveryStore } from "../ports/recoveries.ts";

export interface ReportDepositsPorts {
  readonly quoting: Pick<QuotingChain, "id" | "assets" | "confirmations">;
  readonly store: Pick<RecoveryStore, "unjudged" | "unjudgedCoins" | "judged">;
  /** CAIP-19 of the token at an address of the chain; the zero address is its coin. */
  readonly assetOf: (token: UnjudgedDeposit["token"]) => string;
  readonly log: Log;
}

/** @returns how many exceptions there are */
export async function reportDeposits({ quoting, store, assetOf, log }: ReportDepositsPorts): Promise<number> {
  const depth = deepest(quoting.confirmations);
  const deposits = await store.unjudged(quoting.id, depth, leastDeposits(quoting));
  const coins = await store.unjudgedCoins(quoting.id, depth);
  const judged = deposits.map((deposit) => ({ deposit, judgement: judgeDeposit(deposit) }));
  const decided = judged.filter(({ judgement }) => judgement !== "wait");
  const transferOf = ({
    txHash,
    logIndex,
    amount,
    paymentId,
    partnerId,
    token,
  }: UnjudgedDeposit): ReportedTransfer => ({
    txHash,
    logIndex,
    amount,
    paymentId,
    partnerId,
    asset: assetOf(token),
    fee: 0n,
  });
  const exceptions = [
    ...decided.flatMap(({ deposit, judgement }): NewException[] => {
      if (judgement === null || judgement === "wait") return [];
      const { kind, amount } = judgement;
      return [exceptionOfDeposit(kind, { ...transferOf(deposit), amount })];
    }),
    ...coins.map((each) => exceptionOfDeposit("foreign_token", { ...each, asset: assetOf(zeroAddress) })),
  ];
  const paying = decided.flatMap(({ deposit, judgement }) => (judgement === null ? [transferOf(deposit)] : []));
  const places = [...decided.map(({ deposit }) => deposit), ...coins];
  if (places.length === 0) return 0;
  await store.judged(quoting.id, places, exceptions, paying);
  if (exceptions.length > 0) {
    log.info({ chain: quoting.id, exceptions: exceptions.length }, "deposits that pay no payment are reported");
  }
  return exceptions.length;
}
