// Derives the deposit addresses that were given out after a backup. All parts of their terms are known again but the
// deadline, which follows from the second of the request. An address that no transfer went to is not found.
import type { Address, Hex } from "viem";
import { zeroAddress } from "viem";
import { amountAtPar } from "../../money/par.ts";
import type { DepositAddress, DepositLimits } from "../../payment/deposit.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { type AddressOfPorts, addressOf, latestExpiry } from "../deposits/ask-for-address.ts";
import { paysToOf } from "../gateway/check-option.ts";
import type { OfferPorts } from "../gateway/offer-assets.ts";
import type { BooksStore } from "../ports/books.ts";
import type { BlockRange, ChainReader } from "../ports/chain/chain-reader.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import type { PaymentReader } from "../ports/payments.ts";

export interface DeriveAddressesPorts extends AddressOfPorts, Pick<OfferPorts, "destinations"> {
  readonly chain: Pick<ChainReader, "block" | "eventsFrom">;
  readonly on: PaymentChain;
  readonly books: Pick<BooksStore, "askableSince" | "restoreAddress">;
  readonly payments: PaymentReader;
  readonly depositLimits: DepositLimits;
  readonly paymentLifetimeMaxS: number;
  /** Called with the last block whose transfers are read. */
  readonly onProgress: (block: bigint) => void;
  /** Called after each payment with how many of them are tried. */
  readonly onDerived: (payments: number, all: number) => void;
}

export interface DerivedAddress {
  readonly address: Address;
  readonly paymentId: string;
  /** False: by now, the payment has another address in this asset, and this one is not watched. */
  readonly isStored: boolean;
}

/** The clocks of the chain, of the database and of a process that gave out addresses differ by less. */
const CLOCKS_APART_S = 600;

/** Unix seconds. */
interface Period {
  readonly fromS: number;
  readonly toS: number;
}

/**
 * Stores those of payments that the database has, and that can be paid at par.
 * @param range the blocks since the backup
 */
export async function deriveAddresses(
  ports: DeriveAddressesPorts,
  range: BlockRange,
): Promise<readonly DerivedAddress[]> {
  const period = await periodOf(ports, range);
  if (!period) return [];
  const ids = await ports.books.askableSince(period.fromS, ports.paymentLifetimeMaxS);
  const receivers = ids.length > 0 ? await receiversIn(ports, range) : new Set<Hex>();
  const found: DerivedAddress[] = [];
  for (const [index, id] of ids.entries()) {
    const payment = receivers.size > 0 ? await ports.payments.findForBuyer(id) : null;
    if (payment) found.push(...(await deriveOf(ports, payment, period, receivers)));
    ports.onDerived(index + 1, ids.length);
  }
  return found;
}

/** Null: there are no such blocks. */
async function periodOf({ chain }: DeriveAddressesPorts, { from, to }: BlockRange): Promise<Period | null> {
  if (from > to) return null;
  const [first, last] = await Promise.all([chain.block(from), chain.block(to)]);
  return first && last && { fromS: first.timeS - CLOCKS_APART_S, toS: last.timeS + CLOCKS_APART_S };
}

/** All accounts to which the configured tokens were sent, in lower case. */
async function receiversIn({ chain, onProgress }: DeriveAddressesPorts, range: BlockRange): Promise<ReadonlySet<Hex>> {
  const receivers = new Set<Hex>();
  const keys = async () => new Set<Hex>();
  const addresses = {
    list: async () => null,
    among: async (some: readonly Address[]) => {
      for (const address of some) receivers.add(address.toLowerCase() as Hex);
      return new Set<Address>();
    },
  };
  for (let from = range.from; from <= range.to; ) {
    const { to } = await chain.eventsFrom(from, range.to, { keys, addresses });
    onProgress(to);
    from = to + 1n;
  }
  return receivers;
}

async function deriveOf(
  ports: DeriveAddressesPorts,
  payment: PaymentForBuyer,
  period: Period,
  receivers: ReadonlySet<Hex>,
): Promise<readonly DerivedAddress[]> {
  const { on, destinations, books } = ports;
  const ofMerchant = await destinations.ofMerchant(payment.partnerId, payment.merchantId);
  const expiries = possibleExpiries(ports, payment, period);
  const found: DerivedAddress[] = [];
  for (const asset of on.assets.filter(({ address }) => address !== zeroAddress)) {
    const [paysTo] = paysToOf(ofMerchant.get(asset.id) ?? null, on);
    const value = amountAtPar(payment.amount, asset);
    if (!paysTo || value === null) continue;
    const offer = { chain: on, asset, ...paysTo, quote: { value, expiresAtS: null, sources: [] } };
    const addressAt = (expiresAtS: number): Promise<DepositAddress> =>
      addressOf(ports, { ...payment, expiresAtS }, offer);
    const derive = on.depositAddresses((await addressAt(payment.expiresAtS)).option.terms);
    for (const expiresAtS of expiries.filter((each) => receivers.has(derive(each + on.inclusionGraceS)))) {
      const address = await addressAt(expiresAtS);
      const restored = await books.restoreAddress({ ...payment, expiresAtS }, address, period.fromS);
      if (restored === "known") continue;
      found.push({ address: address.option.terms.payer, paymentId: payment.id, isStored: restored === "stored" });
    }
  }
  return found;
}

/** The expiries, in Unix seconds, that the payment may have had with an address that was asked for in this period. */
export function possibleExpiries(
  {
    depositLimits: { lifetimeS },
    paymentLifetimeMaxS,
  }: { readonly depositLimits: Pick<DepositLimits, "lifetimeS">; readonly paymentLifetimeMaxS: number },
  { createdAt, expiresAtS, deposits }: Pick<PaymentForBuyer, "createdAt" | "expiresAtS" | "deposits">,
  { fromS, toS }: Period,
): readonly number[] {
  const latestS = latestExpiry(createdAt, paymentLifetimeMaxS);
  const moved = (askedS: number): number => Math.min(askedS + lifetimeS, latestS);
  const firstAskedS = Math.max(fromS, Math.floor(createdAt.getTime() / 1_000) - CLOCKS_APART_S);
  // It may have been asked for another address since the restore, which has moved its expiry.
  const first = deposits.length > 0 ? moved(firstAskedS) : Math.max(moved(firstAskedS), expiresAtS + 1);
  const last = moved(Math.min(toS, expiresAtS));
  return [expiresAtS, ...Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i)];
}
