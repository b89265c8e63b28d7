// Lists the options by which a buyer's accounts can pay a payment: each account with each accepted asset it holds
// enough of. Writes nothing: an option is returned sealed.
import { type Address, getAddress } from "viem";
import type { FiatAmount } from "../../money/amount.ts";
import { type Asset, isTransaction } from "../../money/asset.ts";
import { type AccountId, parseAccountId } from "../../money/caip.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import { type Option, type OptionKeys, payerOf, sealOption } from "../../payment/option.ts";
import { expectedOption, optionEndsAtS, periodEndsAtS } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";
import {
  accountsWithData,
  type BuyerDataPorts,
  missingForm,
  NoBuyerDataKeysError,
} from "../buyer-data/collect-buyer-data.ts";
import { type Issue, unprocessable } from "../errors/refusal.ts";
import { askChain } from "../monitoring/report-outage.ts";
import { type FullLinkPorts, refuseFullLink } from "../payment-links/full-link.ts";
import { readOpenPayment, refuseExpired } from "../payments/read-payment.ts";
import type { Holding, PaymentChain } from "../ports/chain/payment-chain.ts";
import type { FeePorts, PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { withCircuitBreaker } from "../timing/circuit-breaker.ts";
import { byNearness, type Lack, lackOf, type Unavailable } from "./check-balance.ts";
import { feesOf } from "./check-option.ts";
import { feeWorth } from "./fee-worth.ts";
import { type Offer, type OfferPorts, type Offers, offersOf } from "./offer-assets.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";

export interface ListOptionsPorts extends BuyerDataPorts, ScreeningPorts, OfferPorts, FullLinkPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly optionKeys: OptionKeys;
  readonly fees: FeePorts;
  /** The longest life of an option, in seconds. */
  readonly optionLifetimeS: number;
  nowS(): number;
}

/**
 * A working chain responds within tens of milliseconds. This is twice the timeout of one RPC URL, and about as long as
 * a buyer waits.
 */
const OPTIONS_BUDGET_MS = 3_000;

interface FundedOption {
  readonly id: string;
  readonly option: Option;
  readonly asset: Asset;
  readonly chain: PaymentChain;
  /** Wei that the account must spend on gas now; null if it pays none. */
  readonly gas: bigint | null;
  /** The same in the payment's currency; null: unknown. */
  readonly gasWorth: FiatAmount | null;
}

export interface ListedOption extends FundedOption {
  /** The token of the buyer-data form to fill in first; null if no data is missing. */
  readonly form: string | null;
}

export interface ListedOptions {
  readonly payment: PaymentForBuyer;
  /** Empty once the payment can no longer be paid. */
  readonly options: readonly ListedOption[];
  /** Nearest to paying first. */
  readonly unavailable: readonly Unavailable[];
}

/** An account among many holds each of many tokens: the rest says nothing new. */
const UNAVAILABLE_MAX = 200;

/**
 * @param accounts CAIP-10; accounts on chains that are not configured are ignored
 * @throws Refusal payment_not_found, payment_expired, invalid_state (its payment link has no use left),
 *   params_validation (422: an account is malformed), sanctioned_user (every account is refused), internal_error (the
 *   screening does not respond)
 */
export async function listOptions(
  ports: ListOptionsPorts,
  paymentId: string,
  accounts: readonly string[],
): Promise<ListedOptions> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  refuseExpired(payment);
  const parsed = parseAccounts(accounts);
  if (isTerminal(payment.status)) return { payment, options: [], unavailable: [] };
  if (payment.status === "processing") return { payment, options: [], unavailable: [] };
  await refuseFullLink(ports, payment);

  const served = parsed.filter(({ chain }) => ports.chains.has(chain));
  if (served.length === 0) return { payment, options: [], unavailable: [] };
  const [refused, found] = await Promise.all([refusedAmong(ports, served), optionsOf(ports, payment, served)]);
  if (refused.size === served.length) throw accountRefused();
  const isRefused = (account: string): boolean => refused.has(account);
  const unavailable = found.unavailable.map((each): Unavailable => {
    if (each.payer === null || !isRefused(`${each.chain.id}:${each.payer}`)) return each;
    const { asset, chain, payer, amount } = each;
    return { asset, chain, payer, amount, reason: "account_refused" };
  });
  const withheld = found.options
    .filter(({ option }) => isRefused(payerOf(option).text))
    .map(({ option, asset, chain }): Unavailable => {
      const { payer, amount } = option.terms;
      return { asset, chain, payer, amount, reason: "account_refused" };
    });
  return {
    payment,
    options: found.options.filter(({ option }) => !isRefused(payerOf(option).text)),
    unavailable: [...withheld, ...unavailable].toSorted(byNearness).slice(0, UNAVAILABLE_MAX),
  };
}

interface Found<Funded> {
  readonly options: readonly Funded[];
  readonly unavailable: readonly Unavailable[];
}

/** The options on all chains, before screening. */
async function optionsOf(
  ports: ListOptionsPorts,
  payment: PaymentForBuyer,
  accounts: readonly AccountId[],
): Promise<Found<ListedOption>> {
  const [offers, fees, withData] = await Promise.all([
    offersOf(ports, payment, new Set(accounts.map(({ chain }) => chain))),
    feesOf(ports.fees, payment),
    accountsWithData(ports, payment),
  ]);
  const lists = await Promise.all(
    offers.map((each) => optionsOnChain(ports, inPeriod(ports, payment, each), { payment, fees }, accounts)),
  );
  return {
    options: withForms(
      ports,
      payment,
      lists.flatMap(({ options }) => options),
      withData,
    ),
    unavailable: lists.flatMap(({ unavailable }) => unavailable),
  };
}

/**
 * A refund by the signer's own transaction is offered until its period ends, and not between two periods. A signature
 * pays only once it is confirmed, which locks the refund.
 */
function inPeriod({ nowS, optionLifetimeS }: ListOptionsPorts, payment: PaymentForBuyer, all: Offers): Offers {
  const { chain, offers, withheld } = all;
  if (!payment.payout || !offers.some(({ asset }) => isTransaction(asset.method))) return all;
  const expiresAtS = periodEndsAtS(payment, nowS(), optionLifetimeS, chain.inclusionGraceS);
  if (expiresAtS !== null) {
    return { ...all, offers: offers.map((offer) => ({ ...offer, quote: { ...offer.quote, expiresAtS } })) };
  }
  const late = offers.map(({ asset, quote }) => ({ asset, chain, quote, reason: "chain_unavailable" as const }));
  return { chain, offers: [], withheld: [...withheld, ...late] };
}

/** Adds the form that each option still needs. Leaves out options whose buyer data could not be stored. */
function withForms(
  ports: ListOptionsPorts,
  payment: PaymentForBuyer,
  options: readonly FundedOption[],
  withData: ReadonlySet<string>,
): ListedOption[] {
  const listed = options.map((funded) => ({ ...funded, form: missingForm(ports, payment, funded.option, withData) }));
  if (ports.buyerDataKeys || listed.every(({ form }) => form === null)) return listed;
  const says = "options that require buyer data are left out";
  ports.throttle.warn(says, (times) => ports.log.warn({ times, err: new NoBuyerDataKeysError() }, says));
  return listed.filter(({ form }) => form === null);
}

function parseAccounts(accounts: readonly string[]): AccountId[] {
  const issues: Issue[] = [];
  const parsed = new Map<string, AccountId>();
  for (const [index, text] of accounts.entries()) {
    const account = parseAccountId(text);
    if (account) parsed.set(account.text, account);
    else issues.push({ field: `accounts.${index}`, message: "must be a CAIP-10 account, for example eip155:8453:0x…" });
  }
  if (issues.length > 0) throw unprocessable(issues);
  return [...parsed.values()];
}

/** The input that all options of a payment share. */
interface Quoting {
  readonly payment: PaymentForBuyer;
  /** The policy at the payment's creation. */
  readonly fees: FeePolicy;
}

/** The options of one chain; none if it does not respond in time, which does not affect the other chains. */
async function optionsOnChain(
  ports: ListOptionsPorts,
  { chain, offers, withheld }: Offers,
  quoting: Quoting,
  accounts: readonly AccountId[],
): Promise<Found<FundedOption>> {
  const payers = accounts.filter((account) => account.chain === chain.id).map((account) => getAddress(account.address));
  if (payers.length === 0) return { options: [], unavailable: [] };
  const pairs = offers.flatMap((offer) => payers.map((payer) => ({ ...offer, payer })));
  const own = pairs.filter(({ payer, destination }) => payer === destination);
  const others = pairs.filter(({ payer, destination }) => payer !== destination);
  const unavailable: Unavailable[] = [
    ...withheld.map(({ quote, ...each }) => ({ ...each, payer: null, amount: quote?.value ?? null })),
    ...own.map((pair) => unavailableTo(chain, pair, { reason: "pays_itself" })),
  ];
  const holdings = await holdingsOf(ports, chain, others);
  if (holdings === null) {
    const late = offers.map((offer) =>
      unavailableTo(chain, { ...offer, payer: null }, { reason: "chain_unavailable" }),
    );
    return { options: [], unavailable: [...unavailable, ...late] };
  }
  const options: FundedOption[] = [];
  // Signatures cost no gas, and then no price is waited for.
  const costsGas = holdings.some(({ gas }) => gas !== null);
  const worthOf = costsGas ? await feeWorth(ports.rates, quoting.payment, chain) : () => null;
  for (const [index, pair] of others.entries()) {
    const holding = holdings[index] ?? NO_HOLDING;
    const lack = lackOf(pair.asset, pair.quote.value, holding);
    if (lack) unavailable.push(unavailableTo(chain, pair, lack));
    else options.push(toOption(ports, chain, { ...quoting, worthOf }, pair, holding));
  }
  return { options, unavailable };
}

const NO_HOLDING: Holding = { balance: 0n, allowance: null, gas: null };

const unavailableTo = (
  chain: PaymentChain,
  pair: Offer & { readonly payer: Address | null },
  lack: Lack,
): Unavailable => ({
  asset: pair.asset,
  chain,
  payer: pair.payer,
  amount: pair.quote.value,
  ...lack,
});

/** Null if the chain does not respond in time. */
async function holdingsOf(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  pairs: readonly (Offer & { payer: Address })[],
): Promise<readonly Holding[] | null> {
  if (pairs.length === 0) return [];
  const questions = pairs.map(({ payer, asset, quote }) => ({ account: payer, asset, amount: quote.value }));
  const read = () => withCircuitBreaker(chain, OPTIONS_BUDGET_MS, () => chain.readHoldings(questions));
  return askChain(ports, chain, "its options are left out", read).catch(() => null); // logged
}

function toOption(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  { payment, fees, worthOf }: Quoting & { worthOf: (wei: bigint) => bigint | null },
  { asset, quote, destination, paysOut, payer }: Offer & { payer: Address },
  { gas }: Holding,
): FundedOption {
  const option = expectedOption(
    { payment, fees, chain, asset },
    {
      payer,
      merchantName: payment.merchant.name,
      destination,
      paysOut,
      amount: quote.value,
      quoteExpiresAtS: optionEndsAtS(payment.expiresAtS, quote.expiresAtS, ports.nowS(), ports.optionLifetimeS),
      quoteSources: quote.sources,
    },
  );
  const cost = gas?.cost ?? null;
  const worth = cost === null ? null : worthOf(cost);
  const gasWorth = worth === null ? null : { currency: payment.amount.currency, value: worth };
  return { id: sealOption(ports.optionKeys, option), option, asset, chain, gas: cost, gasWorth };
}
