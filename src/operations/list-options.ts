// Lists the options by which a buyer's accounts can pay a payment: each account with each accepted asset it holds
// enough of. Writes nothing: an option is returned sealed.
import { type Address, getAddress } from "viem";
import { type Asset, isEnough } from "../money/asset.ts";
import { type AccountId, parseAccountId } from "../money/caip.ts";
import { expectedOption, optionEndsAtS, type PaysTo } from "../payment/expected-terms.ts";
import type { FeePolicy } from "../payment/fee.ts";
import { type Option, type OptionKeys, payerOf, sealOption } from "../payment/option.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import { isCreditable } from "../payment/proof.ts";
import { isTerminal } from "../payment/transition.ts";
import { feesOf, paysToOf } from "./check-option.ts";
import { accountsWithData, type BuyerDataPorts, missingForm, NoBuyerDataKeysError } from "./collect-buyer-data.ts";
import { type Issue, unprocessable } from "./errors/refusal.ts";
import type { Lanes } from "./lanes.ts";
import type { Log } from "./log.ts";
import type { Holding, PaymentChain, PaymentChains } from "./ports/payment-chain.ts";
import type { FeePorts, PaymentReader, PaymentTransitions } from "./ports/payments.ts";
import type { PriceQuotes, Quote } from "./ports/prices.ts";
import { readOpenPayment, refuseExpired } from "./read-payment.ts";
import { accountRefused, refusedAmong, type ScreeningPorts } from "./screen-accounts.ts";
import { withCircuitBreaker } from "./timing/circuit-breaker.ts";

export interface ListOptionsPorts extends BuyerDataPorts, ScreeningPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly destinations: {
    /** CAIP-10 destinations by CAIP-19 asset of a merchant. */
    ofMerchant(partnerId: string, merchantId: string): Promise<ReadonlyMap<string, string>>;
  };
  readonly chains: PaymentChains;
  readonly lanes: Lanes;
  readonly rates: PriceQuotes;
  readonly optionKeys: OptionKeys;
  readonly fees: FeePorts;
  /** The longest life of an option, in seconds. */
  readonly optionLifetimeS: number;
  readonly log: Log;
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
}

export interface ListedOption extends FundedOption {
  /** The token of the buyer-data form to fill in first; null if no data is missing. */
  readonly form: string | null;
}

export interface ListedOptions {
  readonly payment: PaymentForBuyer;
  /** Empty once the payment can no longer be paid. */
  readonly options: readonly ListedOption[];
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
  refuseExpired(payment);
  const parsed = parseAccounts(accounts);
  if (isTerminal(payment.status)) return { payment, options: [] };
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
  const [isOpen, destinations, fees, withData] = await Promise.all([
    ports.lanes.isOpen(),
    ports.destinations.ofMerchant(payment.partnerId, payment.merchantId),
    feesOf(ports.fees, payment),
    accountsWithData(ports, payment),
  ]);
  const lists = await Promise.all(
    [...ports.chains.values()].map((chain) =>
      optionsOnChain(ports, chain, { payment, fees, destinations, isOpen }, accounts),
    ),
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

/** What all options of a payment follow from. */
interface Quoting {
  readonly payment: PaymentForBuyer;
  /** The policy at the payment's creation. */
  readonly fees: FeePolicy;
  /** CAIP-10 destinations by CAIP-19 asset. */
  readonly destinations: ReadonlyMap<string, string>;
  readonly isOpen: Awaited<ReturnType<Lanes["isOpen"]>>;
}

/** The options of one chain; none if it does not respond in time, which does not affect the other chains. */
async function optionsOnChain(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  quoting: Quoting,
  accounts: readonly AccountId[],
): Promise<FundedOption[]> {
  const payers = accounts.filter((account) => account.chain === chain.id).map((account) => getAddress(account.address));
  if (payers.length === 0) return [];
  const offers = await offersOf(ports, chain, quoting);
  const pairs = offers.flatMap((offer) =>
    payers.filter((payer) => payer !== offer.destination).map((payer) => ({ ...offer, payer })),
  );
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
    .map((pair) => toOption(ports, chain, quoting, pair));
}

/** Whether the account holds enough of the asset, and enough coin for any gas it must pay. */
function canPay(asset: Asset, amount: bigint, holding: Holding | undefined): boolean {
  if (!holding || holding.balance < amount) return false;
  if (holding.gas === null) return true;
  return holding.gas.coin >= holding.gas.cost + (asset.method === "native" ? amount : 0n);
}

interface Offer extends PaysTo {
  readonly asset: Asset;
  readonly quote: Quote;
}

/** The assets of a chain that the payment can be paid in now, with price and destination. */
async function offersOf(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  { payment, destinations, isOpen }: Quoting,
): Promise<Offer[]> {
  const open = chain.assets.filter(({ method }) => isOpen(chain, method));
  const offers = await Promise.all(
    open.map(async (asset): Promise<Offer | null> => {
      const [paysTo] = paysToOf(destinations.get(asset.id) ?? null, chain);
      const quote = paysTo && (await ports.rates.quote(payment.amount, asset));
      if (!quote || !isEnough(asset, quote.value)) return null;
      return isCreditable(chain, asset, quote.value, payment.amount) ? { asset, quote, ...paysTo } : null;
    }),
  );
  return offers.filter((offer) => offer !== null);
}

function toOption(
  ports: ListOptionsPorts,
  chain: PaymentChain,
  { payment, fees }: Quoting,
  { asset, quote, destination, paysOut, payer }: Offer & { payer: Address },
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
  return { id: sealOption(ports.optionKeys, option), option, asset, chain };
}
