// Prepares an option: fetches its actions and checks them against the buyer's choice.
import { type Chosen, checkActions, type Step } from "./check-actions.ts";
import { CONTRACTS, type PaymentContracts } from "./contracts.ts";
import { ApiError } from "./errors.ts";
import type { GatewayClient } from "./gateway.ts";
import { PayError } from "./pay-error.ts";

type Listed = Awaited<ReturnType<GatewayClient["options"]>>;
export type PaymentOption = NonNullable<Listed["options"]>[number];
/** Listed with `includeUnavailable`. */
export type UnavailableAsset = NonNullable<Listed["unavailable"]>[number];
export type PaymentInfo = NonNullable<Listed["info"]>;

export interface PreparedPayment {
  readonly paymentId: string;
  readonly option: PaymentOption;
  /** Steps for the wallet, in order: approvals, then the payment. */
  readonly steps: readonly Step[];
  /** Unix seconds at which the payment or the option's price ends, whichever is first. */
  readonly until: { readonly atS: number; readonly ends: "payment" | "quote" };
}

export interface PrepareOptions {
  readonly gateway: GatewayClient;
  /** Unix seconds, from the payment's `info`. */
  readonly paymentExpiresAtS: number;
  /** Chains whose router or Permit2 differ from the default contracts, keyed by CAIP-2. */
  readonly contracts?: Readonly<Record<string, PaymentContracts>>;
  readonly signal?: AbortSignal;
}

/**
 * Fetches and checks an option's actions. Nothing is signed or sent.
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
  const resolved = await withPayErrors(
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

/** Reads an option's amount unit (`caip19/<chain>/<namespace>:<reference>`) and account (CAIP-10). */
function chosenOf({ account, amount }: PaymentOption): Chosen {
  const [, chain, payer] = /^(eip155:[1-9][0-9]*):(0x[0-9a-fA-F]{40})$/.exec(account) ?? [];
  const [, unitChain, token] =
    /^caip19\/(eip155:[1-9][0-9]*)\/(?:erc20:(0x[0-9a-fA-F]{40})|slip44:[0-9]+)$/.exec(amount.unit) ?? [];
  if (!chain || !payer || chain !== unitChain || !/^[1-9][0-9]{0,77}$/.test(amount.value)) {
    throw new PayError(
      "not_what_was_chosen",
      "Refused: the option's account and amount are not on the same supported chain",
    );
  }
  return { chain, payer, token: token ?? null, amount: BigInt(amount.value) };
}

const PAY_ERRORS = {
  409: ["quote_expired", "The option expired; choose again"],
  410: ["payment_expired", "The payment expired; a new payment link is needed"],
  451: ["account_refused", "This account cannot be used"],
} as const;

/** Turns the gateway's refusals that concern a buyer into PayErrors. */
export async function withPayErrors<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const [reason, message] = (error instanceof ApiError && PAY_ERRORS[error.status as keyof typeof PAY_ERRORS]) || [];
    throw reason ? new PayError(reason, message ?? "", error) : error;
  }
}
