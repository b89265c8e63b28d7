// Lists the options by which a buyer's accounts can pay a payment: each account with each accepted asset it holds
// enough of. Writes nothing: an option is returned sealed.
import { type Address, getAddress } from "viem";
import type { Asset } from "../money/asset.ts";
import { type AccountId, parseAccountId } from "../money/caip.ts";
import { type FeePolicy, feeOf, feeRate, feeReceiverOn } from "../payment/fee.ts";
import { type Option, type OptionKeys, payerOf, sealOption } from "../payment/option.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { PriceSource } from "../payment/quote.ts";
import { paymentKey } from "../payment/terms.ts";
import { isTerminal } from "../payment/transition.ts";
import { accountsWithData, type BuyerDataPorts, missingForm, NoBuyerDataKeysError } from "./collect-buyer-data.ts";
import { type Issue, paymentExpired, unprocessable } from "./errors/refusal.ts";
import type { Log } from "./log.ts";
import type { Holding, PaymentChain, PaymentChains } from "./ports/payment-chain.ts";
import type { FeePorts, PaymentReader, PaymentTransitions } from "./ports/payments.ts";
import { readOpenPayment } from "./read-payment.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";
import { withCircuitBreaker } from "./timing/circuit-breaker.ts";

/** The price of a fiat amount in one asset. */
export interface Quote {
  /** Smallest units of the asset, rounded up. */
  readonly value: bigint;
  /** Unix seconds; null if no exchange rate is involved. */
  readonly expiresAtS: number | null;
  /** The sources of the price; empty if no exchange rate is involved. */
  readonly sources: readonly PriceSource[];
}

export interface ListOptionsPorts extends BuyerDataPorts, ScreeningPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly destinations: {
    /** CAIP-10 destinations by CAIP-19 asset of a merchant. */
    ofMerchant(partnerId: string, merchantId: string): Promise<ReadonlyMap<string, string>>;
  };
  readonly chains: PaymentChains;
  readonly rates: {
    /** Null if there is no rate between the two. */
    quote(amount: PaymentForBuyer["amount"], asset: Asset): Promise<Quote | null>;
  };
  readonly optionKeys: OptionKeys;
  readonly fees: FeePorts;
  readonly log: Log;
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
}

export interface ListedOption extends FundedOption {
  /** The token of the buyer-data form to fill in first; null if no data is missing. */
  readonly form: string | null;
}

export interface ListedOptions {
  readonly payment: PaymentForBuyer;
  /** Null once the payment can no longer be paid. */
  readonly options: readonly ListedOption[] | null;
}

/**
 * @param accounts CAIP-10; accounts on chains that are not configured are ignored
 * @throws Refusal payment_not_found, payment_expired, params_validation (422: an account is malformed), sanctioned_user
 *   (every account is refused), internal_error (the screening does not respond)
 */
export async function listOptions(
  ports: ListOptionsPorts,
  paymentId: string,
  accounts: readonly string[],
): Promise<ListedOptions> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  if (payment.status === "expired") throw paymentExpired(payment.expiresAtS);
  const parsed = parseAccounts(accounts);
  if (isTerminal(payment.status)) return { payment, options: null };
  if (payment.status === "processing") return { payment, options: [] };

  const served = parsed.filter(({ chain }) => ports.chains.has(chain));
  if (served.length === 0) return { payment, options: [] };
  const [refused, options] = await Promise.all([refusedAmong(ports, served), optionsOf(ports, payment, served)]);
  if (refused.size === served.length) throw accountRefused();
  return { payment, options: options.filter(({ option }) => !refused.has(payerOf(option).text)) };
}

/** On all chains, before screening. */
async function optionsOf(
  ports: ListOptionsPorts,
  payment: PaymentForBuyer,
  accounts: readonly AccountId[],
): Promise<ListedOption[]> {
  const [destinations, fees, withData] = await Promise.all([
    ports.destinations.ofMerchant(payment.partnerId, payment.merchantId),
    payment.feePolicyId === null ? ports.fees.standard : ports.fees.find(payment.feePolicyId),
    accountsWithData(ports, payment),
  ]);
  const lists = await Promise.all(
    [...ports.chains.values()].map((chain) => optionsOnChain(ports, chain, { payment, fees }, accounts, destinations)),
  );
  return withForms(ports, payment, lists.flat(), withData);
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
  ports.log.warn({ err: new NoBuyerDataKeysError() }, "options that require buyer data are left out");
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

interface PricedPayment {
  readonly payment: PaymentForBuyer;
  /** The policy at the payment's creation. */
  readonly fees: FeePolicy;
}

/** The options of one chain; none if it does not respond in time, which does not affect the other chains. */
async function optionsOnChain(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  priced: PricedPayment,
  accounts: readonly AccountId[],
  destinations: ReadonlyMap<string, string>,
): Promise<FundedOption[]> {
  const payers = accounts.filter((account) => account.chain === chain.id).map((account) => getAddress(account.address));
  if (payers.length === 0) return [];
  const offers = await offersOf(ports, chain, priced.payment, destinations);
  const pairs = offers.flatMap((offer) => payers.map((payer) => ({ ...offer, payer })));
  if (pairs.length === 0) return [];
  let holdings: readonly Holding[];
  try {
    const questions = pairs.map(({ payer, asset, quote }) => ({ account: payer, asset, amount: quote.value }));
    holdings = await withCircuitBreaker(chain, OPTIONS_BUDGET_MS, () => chain.readHoldings(questions));
  } catch (error) {
    ports.log.warn({ chain: chain.id, err: error }, "the chain does not respond: its options are left out");
    return [];
  }
  return pairs
    .filter(({ asset, quote }, index) => canPay(asset, quote.value, holdings[index]))
    .map((pair) => toOption(ports, chain, priced, pair));
}

/** Whether the account holds enough of the asset, and enough coin for any gas it must pay. */
function canPay(asset: Asset, amount: bigint, holding: Holding | undefined): boolean {
  if (!holding || holding.balance < amount) return false;
  if (holding.gas === null) return true;
  return holding.gas.coin >= holding.gas.cost + (asset.method === "native" ? amount : 0n);
}

interface Offer {
  readonly asset: Asset;
  readonly quote: Quote;
  readonly destination: Address;
  readonly paysOut: Option["paysOut"];
}

/** The assets of a chain that the payment can be paid in, with price and destination. */
async function offersOf(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  payment: PaymentForBuyer,
  destinations: ReadonlyMap<string, string>,
): Promise<Offer[]> {
  const offers = await Promise.all(
    chain.assets.map(async (asset): Promise<Offer | null> => {
      const own = parseAccountId(destinations.get(asset.id) ?? "");
      const destination = own ? getAddress(own.address) : chain.treasury;
      const quote = destination && (await ports.rates.quote(payment.amount, asset));
      return quote ? { asset, quote, destination, paysOut: own ? "merchant" : "treasury" } : null;
    }),
  );
  return offers.filter((offer) => offer !== null);
}

function toOption(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  { payment, fees }: PricedPayment,
  { asset, quote, destination, paysOut, payer }: Offer & { payer: Address },
): FundedOption {
  const rate = feeRate(fees, payment.amount.currency);
  const feeReceiver = feeReceiverOn(fees, chain.id);
  const quoteExpiresAtS = quote.expiresAtS === null ? null : Math.min(quote.expiresAtS, payment.expiresAtS);
  const option: Option = {
    paymentId: payment.id,
    asset: asset.id,
    method: asset.method,
    merchantName: payment.merchant.name,
    paysOut,
    quoteExpiresAtS,
    quoteSources: quote.sources,
    feePpm: rate.ppm,
    feeFixed: rate.fixed,
    terms: {
      chain: chain.id,
      router: chain.router,
      key: paymentKey(payment.id),
      token: asset.address,
      payer,
      amount: quote.value,
      destination,
      fee: feeOf(quote.value, payment.amount.value, rate),
      feeReceiver: feeReceiver === null ? chain.feeReceiver : getAddress(feeReceiver),
      // The deadline ends with the quote, so that a stale quote cannot be exercised after the market moves.
      deadlineS: (quoteExpiresAtS ?? payment.expiresAtS) + chain.inclusionGraceS,
    },
  };
  return { id: sealOption(ports.optionKeys, option), option, asset, chain };
}
