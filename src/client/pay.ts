// A payment from its link to its end, as a wallet makes it: the interface's seven steps in one call.
import { type Chosen, checkActions } from "./check-actions.ts";
import { CONTRACTS, type PaymentContracts } from "./contracts.ts";
import { ApiError } from "./errors.ts";
import type { GatewayClient } from "./gateway.ts";
import { parsePaymentLink, type TrustedHosts } from "./link.ts";
import { PayError } from "./pay-error.ts";
import { accountsOf, execute, type Wallet } from "./wallets.ts";

type Listed = Awaited<ReturnType<GatewayClient["options"]>>;
export type PaymentOption = NonNullable<Listed["options"]>[number];
export type PaymentInfo = NonNullable<Listed["info"]>;
export type PaymentResult = Awaited<ReturnType<GatewayClient["status"]>>;
type CollectData = NonNullable<PaymentOption["collectData"]>;
type ConfirmBody = Parameters<GatewayClient["confirm"]>[1];

export type PayProgress =
  | { readonly step: "options"; readonly info: PaymentInfo; readonly options: readonly PaymentOption[] }
  | { readonly step: "collecting" | "confirming"; readonly option: PaymentOption }
  | {
      readonly step: "executing";
      readonly kind: "sign" | "approve" | "send";
      readonly index: number;
      readonly count: number;
    }
  | { readonly step: "status"; readonly result: PaymentResult };

export interface PayOptions extends TrustedHosts {
  readonly wallet: Wallet;
  readonly gateway: GatewayClient;
  /** All accounts of the buyer, CAIP-10, on every chain; without it those of the provider on its chain. */
  readonly accounts?: readonly string[];
  /** Which option to pay; without it the first. Null: none. */
  readonly choose?: (
    options: readonly PaymentOption[],
    info: PaymentInfo,
  ) => PaymentOption | null | Promise<PaymentOption | null>;
  /**
   * Asks the buyer for what an option wants: opens the form at `url` and resolves at IC_COMPLETE, or gives the values of a form
   * of the wallet's own.
   */
  readonly collectData?: (wanted: CollectData) => Promise<undefined | readonly { id: string; value: string }[]>;
  readonly onProgress?: (progress: PayProgress) => void;
  /** Where a chain's router or Permit2 are other contracts than everywhere, by CAIP-2. */
  readonly contracts?: Readonly<Record<string, PaymentContracts>>;
  readonly signal?: AbortSignal;
}

/** How long the server may hold an answer. */
const HELD_MS = 30_000;
/** Where the server says nothing about when to come back. */
const POLL_MS = 1_000;

/**
 * Nothing is signed or sent that is not what the option says. Resolves with the payment's end, whichever that is.
 *
 * @throws PayError with a reason; ApiError, NoAnswerError as the gateway's client does: after "confirming" what became of the
 *   payment is then for `gateway.status` to say
 */
export async function pay(link: string, options: PayOptions): Promise<PaymentResult & { readonly paymentId: string }> {
  const found = parsePaymentLink(link, options);
  if (!found) throw new PayError("not_a_payment_link", "This is no payment link of a host that the wallet trusts");
  try {
    return { paymentId: found.paymentId, ...(await payById(found.paymentId, options)) };
  } catch (error) {
    throw error instanceof ApiError ? inPlainWords(error) : error;
  }
}

async function payById(paymentId: string, options: PayOptions): Promise<PaymentResult> {
  const { gateway, wallet, signal = null, onProgress = () => {} } = options;
  const call = signal === null ? {} : { signal };
  const { option, info } = await chooseOption(paymentId, options, call);
  const untilS = Math.min(info.expiresAt, option.expiresAt ?? Number.POSITIVE_INFINITY);
  const insistOnTime = () => {
    signal?.throwIfAborted();
    if (Date.now() < untilS * 1000) return;
    throw untilS === info.expiresAt
      ? new PayError("payment_expired", "The payment expired before it was confirmed")
      : new PayError("quote_expired", "The option's price expired before it was confirmed");
  };
  const chosen = chosenOf(option);
  const resolved = await Promise.all(
    option.actions.map(({ data: { data } }) => gateway.fetch(paymentId, { optionId: option.id, data }, call)),
  );
  const contracts = options.contracts?.[chosen.chain] ?? CONTRACTS;
  const steps = checkActions(
    resolved.flatMap(({ actions }) => actions),
    chosen,
    contracts,
  );
  const fields = await collect(option, options);
  const results: ConfirmBody["results"] = [];
  for (const [index, step] of steps.entries()) {
    insistOnTime();
    onProgress({ step: "executing", kind: step.kind, index, count: steps.length });
    results.push({ type: "walletRpc", data: [await execute(wallet, step)] });
  }
  insistOnTime();
  onProgress({ step: "confirming", option });
  const body: ConfirmBody = { optionId: option.id, results, ...(fields && { collectedData: { fields: [...fields] } }) };
  for (let maxPollMs = 0; ; maxPollMs = HELD_MS) {
    const result = await gateway.confirm(paymentId, body, { maxPollMs, ...call });
    onProgress({ step: "status", result });
    if (result.isFinal) return result;
    await waited(result.pollInMs ?? POLL_MS);
    signal?.throwIfAborted();
  }
}

async function chooseOption(paymentId: string, options: PayOptions, call: { signal?: AbortSignal }) {
  const accounts = [...(options.accounts ?? (await accountsOf(options.wallet)))];
  const listed = await options.gateway.options(paymentId, { accounts, includePaymentInfo: true }, call);
  const { info } = listed;
  if (!listed.options || !info) throw new PayError("already_final", `The payment is ${info?.status ?? "over"} already`);
  options.onProgress?.({ step: "options", info, options: listed.options });
  const [first = null] = listed.options;
  const option = options.choose ? await options.choose(listed.options, info) : first;
  if (!option) throw new PayError("no_option", "None of the accounts is to pay this");
  if (!accounts.some((account) => account.toLowerCase() === option.account.toLowerCase())) {
    throw new PayError(
      "not_what_was_chosen",
      `Refused: the option is for ${option.account}, which was not asked about`,
    );
  }
  return { option, info };
}

async function collect({ collectData: wanted, ...option }: PaymentOption, { collectData, onProgress }: PayOptions) {
  if (!wanted) return undefined;
  if (!collectData) throw new PayError("wallet_unable", "The payment wants the buyer's data: pass `collectData`");
  onProgress?.({ step: "collecting", option: { ...option, collectData: wanted } });
  return collectData(wanted);
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

function inPlainWords(error: ApiError): ApiError | PayError {
  if (error.status === 409) return new PayError("quote_expired", "The option expired; choose again", error);
  return error.status === 410
    ? new PayError("payment_expired", "The payment expired; a new payment link is needed", error)
    : error;
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
