// The address to which a payment's money goes back: whether it may receive it, the buyer's claim, and the merchant's
// decision.
import { type Address, getAddress } from "viem";
import type { Actor } from "../../merchant/audit.ts";
import { checkDestination, type DestinationFault } from "../../merchant/destination.ts";
import { parseAccountId, parseAssetId } from "../../money/caip.ts";
import type { Confirmation, PaymentForBuyer } from "../../payment/payment.ts";
import type { Refund } from "../../payment/refund.ts";
import { paymentNotFound, Refusal } from "../errors/refusal.ts";
import { refusedAmong, type ScreeningPorts } from "../gateway/screen-accounts.ts";
import type { SecondPersonPorts } from "../merchants/second-person.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { PaymentReader } from "../ports/payments.ts";
import type { RefundStore } from "../ports/refunds.ts";

export interface AddressPorts extends ScreeningPorts {
  readonly chains: PaymentChains;
  readonly followed: Pick<Ledger, "ownAddresses">;
}

/** A payment that has succeeded, or is about to, has a confirmation. */
export const confirmationOf = ({ confirmation }: PaymentForBuyer): Confirmation => {
  if (!confirmation) throw new TypeError("a payment succeeds with a confirmation");
  return confirmation;
};

/** Why an account cannot receive a payment's money back. */
export type AddressFault = DestinationFault | "merchant" | "deposit" | "refused";

/** Its fault is for those who tell a person in other words. */
export class AddressRefusal extends Refusal {
  readonly fault: AddressFault;

  constructor(field: string, fault: AddressFault, message: string) {
    super("params_validation", `${field} ${message}`, { issues: [{ field, message }] });
    this.fault = fault;
  }
}

/** What goes back to a buyer. */
export interface Returned {
  /** CAIP-19. */
  readonly asset: string;
  /** CAIP-2. */
  readonly chain: string;
  readonly router: Address;
  /** Where the merchant received it; null: unknown. */
  readonly destination: Address | null;
}

export function paidBy(payment: PaymentForBuyer): Returned {
  const { asset, terms } = confirmationOf(payment).option;
  return { asset, chain: terms.chain, router: terms.router, destination: terms.destination };
}

/**
 * The address of an account that may receive a payment's money back.
 * @param text CAIP-10
 * @param field of the request
 * @throws AddressRefusal
 * @throws Refusal internal_error (the screening does not respond: retry)
 */
export async function checkAddress(
  ports: AddressPorts,
  { asset, chain, router, destination }: Returned,
  text: string,
  field: string,
): Promise<Address> {
  const wrong = (fault: AddressFault, message: string) => new AddressRefusal(field, fault, message);
  const checked = checkDestination({ asset, destination: text }, new Map([[chain, router]]));
  if (!checked.ok) throw wrong("fault" in checked ? checked.fault : "malformed", checked.message);
  const account = parseAccountId(checked.destination);
  if (!account) throw new TypeError("a checked destination is a CAIP-10 account");
  const address = getAddress(account.address);
  if (address === destination) throw wrong("merchant", "must not be the merchant's own account");
  if (LOST.has(address)) throw wrong("unowned", "must not be an address that belongs to no account");
  if (isToken(ports.chains.get(chain), address)) throw wrong("token", "must not be a token");
  if ((await ports.followed.ownAddresses([router], [address])).size > 0) {
    throw wrong("deposit", "must not be a deposit address");
  }
  if ((await refusedAmong(ports, [account])).size > 0) throw wrong("refused", "cannot be used");
  return address;
}

/** Money is sent to them to destroy it, and wallets write the coin so. */
const LOST: ReadonlySet<Address> = new Set([
  "0x000000000000000000000000000000000000dEaD",
  "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
]);

const isToken = (chain: PaymentChain | undefined, address: Address): boolean =>
  chain?.assets.some(({ id }) => parseAssetId(id)?.reference === address) ?? false;

/**
 * The buyer of a deposit names the address for its refunds. The merchant sees it in full and decides.
 * @param account CAIP-10
 * @returns the same in canonical form
 * @throws Refusal payment_not_found, invalid_state (no refund waits for an address), params_validation (on account),
 *   internal_error (the screening does not respond: retry)
 */
export async function claimAddress(
  ports: AddressPorts & { readonly payments: PaymentReader; readonly refunds: Pick<RefundStore, "claim"> },
  paymentId: string,
  account: string,
): Promise<string> {
  const payment = await ports.payments.findForBuyer(paymentId);
  if (!payment) throw paymentNotFound();
  if (!awaitsClaim(payment)) throw nothingToClaim();
  const address = await checkAddress(ports, paidBy(payment), account, "account");
  if ((await ports.refunds.claim(paymentId, address)) === 0) throw nothingToClaim();
  return `${confirmationOf(payment).option.terms.chain}:${address}`;
}

/** Whether a refund waits for the buyer's address. */
export const awaitsClaim = ({ refunds }: Pick<PaymentForBuyer, "refunds">): boolean =>
  refunds.some(({ status, claim }) => status === "requires_address" && claim === null);

const nothingToClaim = () =>
  new Refusal("invalid_state", "No refund of this payment waits for an address, or one was named already");

export interface ClaimDecision {
  readonly partnerId: string;
  /** The person or key that decides. */
  readonly userId: string;
  /** Whether it is a person who may approve changes of destinations. A key belongs to no person. */
  readonly isApprover: boolean;
  /** CAIP-10: the address that they saw. */
  readonly account: string;
  readonly isAccepted: boolean;
}

interface DecisionPorts extends SecondPersonPorts {
  readonly refunds: Pick<RefundStore, "find" | "accept" | "acceptFirst" | "reject">;
}

/**
 * Accepts or rejects the address that a refund waits with. It goes on waiting after the first of two people accepts.
 * @throws Refusal not_found, forbidden (a second person has to accept it), invalid_state (another address, or none)
 */
export async function decideClaim(
  ports: DecisionPorts,
  refund: Refund,
  decision: ClaimDecision,
  by: Actor,
): Promise<Refund> {
  const { partnerId, userId, account, isAccepted } = decision;
  const claimed = parseAccountId(account)?.address;
  if (refund.status !== "requires_address" || !refund.claim || refund.claim.address !== claimed) {
    throw new Refusal("invalid_state", "The refund does not wait with this address: look at it again");
  }
  const seen = { partnerId, refundId: refund.id, claim: refund.claim };
  const decided = !isAccepted
    ? await ports.refunds.reject(seen, by)
    : (await needsAnother(ports, refund, decision))
      ? await ports.refunds.acceptFirst(seen, userId, by)
      : await ports.refunds.accept(seen, by);
  if (!decided) throw new Refusal("invalid_state", "The refund has changed: look at it again");
  return decided;
}

/**
 * Whether somebody else has to accept the address as well. Where a second person is required, two people have to have
 * seen it. Who named it is one of them, but not a buyer, a key or a till: any of these may be the person who accepts.
 * @throws Refusal forbidden
 */
async function needsAnother(
  { settlements }: SecondPersonPorts,
  { claim, requestedBy }: Refund,
  { partnerId, userId, isApprover }: ClaimDecision,
): Promise<boolean> {
  const byMerchant = claim?.by ?? null;
  const isRequired = await settlements.needsSecondPerson(partnerId);
  if (byMerchant === null && !isRequired) return false;
  if (!isApprover) throw new Refusal("forbidden", "A person has to accept this address, in the console: no key can");
  // Only the refund's requester names an address for the merchant.
  const first = claim?.acceptedBy ?? (requestedBy.type === "user" ? byMerchant : null);
  if (first === userId) throw new Refusal("forbidden", "Another person has to accept this address");
  return isRequired && first === null;
}
