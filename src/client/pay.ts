// Makes a whole payment from a link. A wallet with its own screens can take the steps one by one: `accountsOf`,
// `gateway.options`, `preparePayment`, `executePayment`, `confirmPayment`.
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
import {
  type PaymentInfo,
  type PaymentOption,
  type PreparedPayment,
  preparePayment,
  withPayErrors,
} from "./prepare.ts";
import { accountsOf, type NewChains, type Wallet } from "./wallets.ts";

type CollectData = NonNullable<PaymentOption["collectData"]>;

export type PayProgress =
  | { readonly step: "options"; readonly info: PaymentInfo; readonly options: readonly PaymentOption[] }
  | { readonly step: "collecting" | "confirming"; readonly option: PaymentOption }
  | ExecuteProgress;

export interface PayOptions extends TrustedHosts {
  readonly wallet: Wallet;
  readonly gateway: GatewayClient;
  /** All accounts of the buyer, CAIP-10, on every chain. Default: the provider's accounts. */
  readonly accounts?: readonly string[];
  /** CAIP-2: chains on which to offer the provider's accounts. Default: its current chain. */
  readonly chains?: readonly string[];
  /** Chooses the option to pay, or null for none. Default: the first. */
  readonly choose?: (
    options: readonly PaymentOption[],
    info: PaymentInfo,
  ) => PaymentOption | null | Promise<PaymentOption | null>;
  /**
   * Asks for the buyer data that an option requires: opens the form at `url` and resolves at IC_COMPLETE, or returns
   * the values of the wallet's own form.
   */
  readonly collectData?: (wanted: CollectData) => Promise<undefined | readonly { id: string; value: string }[]>;
  /** Checks what the wallet knows beyond the option, before anything is signed or sent; throws to refuse it. */
  readonly check?: (prepared: PreparedPayment) => void;
  readonly onProgress?: (progress: PayProgress) => void;
  /** Chains whose router or Permit2 differ from the default contracts, keyed by CAIP-2. */
  readonly contracts?: Readonly<Record<string, PaymentContracts>>;
  /** Chain data for wallets that do not know a chain; without it, such an option fails with `unknown_chain`. */
  readonly newChains?: NewChains;
  /** Stores signatures and hashes, so that nothing is signed or sent twice. */
  readonly kept?: KeptResults;
  readonly signal?: AbortSignal;
}

/**
 * Signs and sends only what matches the chosen option. Resolves when the payment ends, with any status.
 *
 * @throws PayError with a reason, and ApiError or NoAnswerError like the gateway client. After "confirming", and after
 *   an unknown error of the wallet while it sends, query `gateway.status` for the outcome before paying again.
 */
export async function pay(link: string, options: PayOptions): Promise<PaymentResult & { readonly paymentId: string }> {
  const found = parsePaymentLink(link, options);
  if (!found) throw new PayError("not_a_payment_link", "This is not a payment link of a host that the wallet trusts");
  const { paymentId } = found;
  const { option, info } = await chooseOption(paymentId, options);
  const prepared = await preparePayment(paymentId, option, { ...options, paymentExpiresAtS: info.expiresAt });
  options.check?.(prepared);
  const fields = await collect(option, options);
  const executed = await executePayment(prepared, options);
  options.onProgress?.({ step: "confirming", option });
  const body: ConfirmBody = { ...executed, ...(fields && { collectedData: { fields: [...fields] } }) };
  return { paymentId, ...(await confirmPayment(paymentId, body, options)) };
}

const OPEN = ["requires_action", "processing"];

async function chooseOption(paymentId: string, options: PayOptions) {
  const accounts = [...(options.accounts ?? (await accountsOf(options.wallet, options.chains)))];
  const call = options.signal ? { signal: options.signal } : {};
  const listed = await withPayErrors(options.gateway.options(paymentId, { accounts, includePaymentInfo: true }, call));
  const { info } = listed;
  if (!info || !OPEN.includes(info.status)) {
    throw new PayError("already_final", `The payment is already ${info?.status ?? "over"}`);
  }
  options.onProgress?.({ step: "options", info, options: listed.options });
  const [first = null] = listed.options;
  const option = options.choose ? await options.choose(listed.options, info) : first;
  if (!option) throw new PayError("no_option", "No payment option is available or was chosen");
  if (!accounts.some((account) => account.toLowerCase() === option.account.toLowerCase())) {
    throw new PayError(
      "not_what_was_chosen",
      `Refused: the option is for ${option.account}, which is not one of the wallet's accounts`,
    );
  }
  return { option, info };
}

async function collect({ collectData: wanted, ...option }: PaymentOption, { collectData, onProgress }: PayOptions) {
  if (!wanted) return undefined;
  if (!collectData) throw new PayError("wallet_unable", "The payment requires buyer data: pass `collectData`");
  onProgress?.({ step: "collecting", option: { ...option, collectData: wanted } });
  return collectData(wanted);
}
