// A payment from its link to its end, as a wallet makes it: the interface's seven steps in one call. A wallet with pages of its own
// takes the same steps one by one: `accountsOf`, `gateway.options`, `preparePayment`, `executePayment`, `confirmPayment`.
import type { PaymentContracts } from "./contracts.ts";
import {
  type ConfirmBody,
  confirmPayment,
  type ExecuteProgress,
  executePayment,
  type KeptResults,
  type PaymentResult,
} from "./execute.ts";
import type { GatewayClient } from "./gateway.ts";
import { parsePaymentLink, type TrustedHosts } from "./link.ts";
import { PayError } from "./pay-error.ts";
import { inPlainWords, type PaymentInfo, type PaymentOption, preparePayment } from "./prepare.ts";
import { accountsOf, type NewChains, type Wallet } from "./wallets.ts";

type CollectData = NonNullable<PaymentOption["collectData"]>;

export type PayProgress =
  | { readonly step: "options"; readonly info: PaymentInfo; readonly options: readonly PaymentOption[] }
  | { readonly step: "collecting" | "confirming"; readonly option: PaymentOption }
  | ExecuteProgress;

export interface PayOptions extends TrustedHosts {
  readonly wallet: Wallet;
  readonly gateway: GatewayClient;
  /** All accounts of the buyer, CAIP-10, on every chain; without it those of the provider. */
  readonly accounts?: readonly string[];
  /** CAIP-2: the chains that the provider's accounts are offered on; without it the one that it is on. */
  readonly chains?: readonly string[];
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
  /** What a wallet is told of a chain that it does not know; without it such an option ends with `unknown_chain`. */
  readonly newChains?: NewChains;
  /** Where signatures and hashes are kept, so that what was signed or sent once is not asked for again. */
  readonly kept?: KeptResults;
  readonly signal?: AbortSignal;
}

/**
 * Nothing is signed or sent that is not what the option says. Resolves with the payment's end, whichever that is.
 *
 * @throws PayError with a reason; ApiError, NoAnswerError as the gateway's client does: after "confirming" what became of the
 *   payment is then for `gateway.status` to say
 */
export async function pay(link: string, options: PayOptions): Promise<PaymentResult & { readonly paymentId: string }> {
  const found = parsePaymentLink(link, options);
  if (!found) throw new PayError("not_a_payment_link", "This is no payment link of a host that the wallet trusts");
  const { paymentId } = found;
  const { option, info } = await chooseOption(paymentId, options);
  const prepared = await preparePayment(paymentId, option, { ...options, paymentExpiresAtS: info.expiresAt });
  const fields = await collect(option, options);
  const executed = await executePayment(prepared, options);
  options.onProgress?.({ step: "confirming", option });
  const body: ConfirmBody = { ...executed, ...(fields && { collectedData: { fields: [...fields] } }) };
  return { paymentId, ...(await confirmPayment(paymentId, body, options)) };
}

async function chooseOption(paymentId: string, options: PayOptions) {
  const accounts = [...(options.accounts ?? (await accountsOf(options.wallet, options.chains)))];
  const call = options.signal ? { signal: options.signal } : {};
  const listed = await inPlainWords(options.gateway.options(paymentId, { accounts, includePaymentInfo: true }, call));
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
