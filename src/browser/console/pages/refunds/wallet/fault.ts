// Why a refund was not signed, and the words for it.
import type { Messages } from "../../../../../../locales/console/en.ts";
import type { UnavailableAsset } from "../../../../../client/index.ts";
import { type Problem, problemOf } from "../../../../wallet/problem.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";

type Reason = keyof Messages["refunds"]["faults"];

export interface SigningFault {
  readonly reason: Reason;
  /** What the words name. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Ends the signing of one refund, with a reason that is not an error of the wallet or the gateway. */
export class NotSignable extends Error {
  readonly fault: SigningFault;

  constructor(fault: SigningFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

const BY_PROBLEM: Readonly<Partial<Record<Problem, Reason>>> = {
  over: "ended",
  priceExpired: "ended",
  accountRefused: "accountRefused",
  notWhatWasChosen: "notWhatWasChosen",
  refused: "refused",
  walletBusy: "walletBusy",
  accountChanged: "accountChanged",
  unknownChain: "unknownChain",
  insufficientFunds: "noGas",
  balanceTaken: "balanceTaken",
  wrongSignature: "wrongSignature",
  noAnswer: "noAnswer",
  walletUnable: "walletUnable",
};

export const faultOf = (error: unknown): SigningFault =>
  error instanceof NotSignable ? error.fault : { reason: BY_PROBLEM[problemOf(error)] ?? "unknown" };

/** Why the gateway has no option: of all accounts, the nearest to paying. */
export function lackOf(unavailable: readonly UnavailableAsset[]): SigningFault {
  const [nearest] = unavailable;
  if (!nearest) return { reason: "held" };
  const { reason, account, asset, display, balance, shortfall, gas } = nearest;
  const address = account?.split(":").at(-1) ?? "";
  const token = (value: string | undefined) => amountText({ unit: `caip19/${asset}`, value: value ?? "0", display });
  const network = display.networkName;
  if (reason === "insufficient_balance")
    return { reason: "short", values: { address, network, shortfall: token(shortfall), balance: token(balance) } };
  if (reason === "insufficient_gas") {
    const { value, symbol, decimals } = gas?.shortfall ?? { value: "0", symbol: null, decimals: 0 };
    const coin = { assetSymbol: symbol ?? messages().refunds.coin, assetName: "", decimals };
    const missing = amountText({ unit: "caip19/", value, display: { ...display, ...coin } });
    return { reason: "shortOfGas", values: { address, network, shortfall: missing } };
  }
  if (reason === "chain_unavailable") return { reason: "chainUnavailable", values: { network } };
  if (reason === "pays_itself") return { reason: "paysItself", values: { address } };
  return { reason: reason === "account_refused" ? "accountRefused" : "held" };
}

export const faultText = ({ reason, values = {} }: SigningFault): string =>
  filledText(messages().refunds.faults[reason], values);
