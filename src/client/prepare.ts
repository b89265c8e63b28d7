// An option made ready: what it asks the wallet for, checked against what the buyer chose.
import { type Chosen, checkActions, type Step } from "./check-actions.ts";
import { CONTRACTS, type PaymentContracts } from "./contracts.ts";
import { ApiError } from "./errors.ts";
import type { GatewayClient } from "./gateway.ts";
import { PayError } from "./pay-error.ts";

type Listed = Awaited<ReturnType<GatewayClient["options"]>>;
export type PaymentOption = NonNullable<Listed["options"]>[number];
export type PaymentInfo = NonNullable<Listed["info"]>;

export interface PreparedPayment {
  readonly paymentId: string;
  readonly option: PaymentOption;
  /** What the wallet will be asked for, in order: approvals, then what pays. */
  readonly steps: readonly Step[];
  /** Unix seconds at which the payment ends, or the option's price, whichever is first. */
  readonly until: { readonly atS: number; readonly ends: "payment" | "quote" };
}

export interface PrepareOptions {
  readonly gateway: GatewayClient;
  /** Unix seconds, from the payment's `info`. */
  readonly paymentExpiresAtS: number;
  /** Where a chain's router or Permit2 are other contracts than everywhere, by CAIP-2. */
  readonly contracts?: Readonly<Record<string, PaymentContracts>>;
  readonly signal?: AbortSignal;
}

/**
 * Fetches what an option asks for. Nothing is signed or sent, and all of it is what the option says.
 *
 * @throws PayError quote_expired, payment_expired, account_refused, not_what_was_chosen; ApiError, NoAnswerError
 */
export async function preparePayment(
  paymentId: string,
  option: PaymentOption,
  { gateway, paymentExpiresAtS, contracts: others = {}, signal }: PrepareOptions,
): Promise<PreparedPayment> {
  const chosen = chosenOf(option);
  const call = signal ? { signal } : {};
  const resolved = await inPlainWords(
    Promise.all(
      option.actions.map(({ data: { data } }) => gateway.fetch(paymentId, { optionId: option.id, data }, call)),
    ),
  );
  const actions = resolved.flatMap((fetched) => fetched.actions);
  const steps = checkActions(actions, chosen, others[chosen.chain] ?? CONTRACTS);
  const quoteEndsAtS = option.expiresAt ?? Number.POSITIVE_INFINITY;
  const isQuoteFirst = quoteEndsAtS < paymentExpiresAtS;
  const until = isQuoteFirst
    ? ({ atS: quoteEndsAtS, ends: "quote" } as const)
    : ({ atS: paymentExpiresAtS, ends: "payment" } as const);
  return { paymentId, option, steps, until };
}

/** What an option says in its amount's unit (`caip19/<chain>/<namespace>:<reference>`) and its account (CAIP-10). */
function chosenOf({ account, amount }: PaymentOption): Chosen {
  const [, chain, payer] = /^(eip155:[1-9][0-9]*):(0x[0-9a-fA-F]{40})$/.exec(account) ?? [];
  const [, unitChain, token] =
    /^caip19\/(eip155:[1-9][0-9]*)\/(?:erc20:(0x[0-9a-fA-F]{40})|slip44:[0-9]+)$/.exec(amount.unit) ?? [];
  if (!chain || !payer || chain !== unitChain || !/^[1-9][0-9]{0,77}$/.test(amount.value)) {
    throw new PayError(
      "not_what_was_chosen",
      "Refused: the option's account and amount are not of one chain known here",
    );
  }
  return { chain, payer, token: token ?? null, amount: BigInt(amount.value) };
}

const WORDS = {
  409: ["quote_expired", "The option expired; choose again"],
  410: ["payment_expired", "The payment expired; a new payment link is needed"],
  451: ["account_refused", "This account cannot be used"],
} as const;

/** The gateway's refusals that a wallet tells its buyer about, each with a reason of its own. */
export async function inPlainWords<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const [reason, message] = (error instanceof ApiError && WORDS[error.status as keyof typeof WORDS]) || [];
    throw reason ? new PayError(reason, message ?? "", error) : error;
  }
}
