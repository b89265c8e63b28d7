// Signs a refund with an account of the merchant, by the flow in which a wallet pays. Turnpike never sees the key.
import type { CallOptions } from "../client/call.ts";
import type { PaymentContracts } from "../client/contracts.ts";
import { ApiError, NoAnswerError } from "../client/errors.ts";
import { HELD_MS, type KeptResults, untilFinal } from "../client/execute.ts";
import type { GatewayClient } from "../client/gateway.ts";
import { pay } from "../client/pay.ts";
import { PayError } from "../client/pay-error.ts";
import type { UnavailableAsset } from "../client/prepare.ts";
import { checkRefund } from "../client/refunds/check-refund.ts";
import type { Refund } from "../client/refunds/refunds.ts";
import type { ViemWallet } from "../client/wallets.ts";

/** A viem account, or anything that signs typed data as one does: a key service, a contract wallet. */
type SigningAccount = ViemWallet["account"];

/** A viem wallet client with an account. Needed for tokens that are paid by transaction, and for native coin. */
interface SigningClient {
  readonly account?: { readonly address: `0x${string}` } | undefined;
  getChainId(): Promise<number>;
  // Loose on purpose, as in ViemWallet.
  signTypedData(typedData: never): Promise<string>;
  sendTransaction(transaction: never): Promise<string>;
}

export type RefundSigner = SigningAccount | SigningClient;

export interface SignRefundOptions extends CallOptions {
  /** Stores signatures and hashes, so that a repeat after a crash sends no transaction twice. */
  readonly kept?: KeptResults;
  /** Chains whose router or Permit2 differ from the default contracts, keyed by CAIP-2. */
  readonly contracts?: Readonly<Record<string, PaymentContracts>>;
}

const UNIT_CHAIN = /^caip19\/([^/]+)\//;

export const refundSigner =
  (get: (refundId: string, options?: CallOptions) => Promise<Refund>, gateway: GatewayClient) =>
  /**
   * Signs a refund that is `requires_action`, and resolves when it has ended, with any status. It first checks that the
   * account signs this refund and nothing else: its token, its amount, to its receiver, without a fee. It may be
   * repeated: a refund that is signed is awaited, and one that has ended is returned.
   * @param refund its id; or the refund as you have checked it, which the signature must match
   * @throws PayError no_option (no address yet; held; or what the account lacks), not_what_was_chosen, or as `pay` in
   *   turnpike/client; ApiError; NoAnswerError
   */
  async (refund: string | Refund, signer: RefundSigner, options: SignRefundOptions = {}): Promise<Refund> => {
    const { signal } = options;
    const call = signal ? { signal } : {};
    const refundId = typeof refund === "string" ? refund : refund.refundId;
    const current = await get(refundId, call);
    const { gatewayPaymentId: paymentId, status } = current;
    if (status === "requires_address") {
      throw new PayError(
        "no_option",
        "The refund has no address yet: the buyer names one, and the merchant accepts it",
      );
    }
    const ask = (maxPollMs: number) => gateway.status(paymentId, { maxPollMs, ...call });
    if (status === "requires_action") {
      const wanted = typeof refund === "string" ? current : refund;
      await signOnce(gateway, paymentId, wanted, signer, options).catch(async (error) => {
        signal?.throwIfAborted();
        // Another process may have signed it, or a transaction may have been sent all the same.
        const isKnown = [PayError, ApiError, NoAnswerError].some((known) => error instanceof known);
        const now = await ask(isKnown ? 0 : HELD_MS).catch(() => null);
        if (!now || now.status === "requires_action") throw error;
      });
    }
    if (status === "requires_action" || status === "processing") await untilFinal(ask, await ask(0), signal);
    return get(refundId, call);
  };

async function signOnce(
  gateway: GatewayClient,
  paymentId: string,
  refund: Refund,
  signer: RefundSigner,
  { kept, contracts = {}, signal }: SignRefundOptions,
): Promise<void> {
  const [, chain = ""] = UNIT_CHAIN.exec(refund.amount.unit) ?? [];
  const { wallet, address } = walletOf(signer);
  let unavailable: readonly UnavailableAsset[] = [];
  await pay(paymentId, {
    payLinkHosts: [],
    wallet,
    accounts: [`${chain}:${address}`],
    gateway: {
      ...gateway,
      async options(id, body, call) {
        const listed = await gateway.options(id, { ...body, includeUnavailable: true }, call);
        unavailable = listed.unavailable ?? [];
        return listed;
      },
    },
    choose: ([option]) => {
      if (!option) throw new PayError("no_option", whyNot(address, unavailable));
      return option;
    },
    check: (prepared) => checkRefund(prepared, refund, contracts),
    contracts,
    ...(kept && { kept }),
    ...(signal && { signal }),
  });
}

function walletOf(signer: RefundSigner): { readonly wallet: ViemWallet; readonly address: string } {
  if (!("getChainId" in signer)) return { wallet: { account: signer }, address: signer.address };
  const { account } = signer;
  if (!account) throw new PayError("wallet_unable", "The wallet client has no account");
  const { address } = account;
  const signTypedData = (typedData: object) => signer.signTypedData({ ...typedData, account } as never);
  const sendOn = (chain: string) => async (transaction: object) => {
    const on = `eip155:${await signer.getChainId()}`;
    if (on !== chain) throw new PayError("unknown_chain", `The wallet client is on ${on}, and the refund on ${chain}`);
    return signer.sendTransaction({ ...transaction, account } as never);
  };
  const clientOf = (chain: string) => ({ sendTransaction: sendOn(chain) });
  return { wallet: { account: { address, signTypedData }, clientOf }, address };
}

function whyNot(address: string, unavailable: readonly UnavailableAsset[]): string {
  const [first] = unavailable;
  if (!first) return "The refund cannot be signed now: its payment is held, or its chain is not served";
  const { reason, balance, amount, shortfall, gas, display } = first;
  if (shortfall !== undefined) {
    return `${address} has ${balance} of ${amount} (smallest units of ${display.assetSymbol}): ${shortfall} are missing`;
  }
  const fee = gas && ` ${gas.shortfall.value} of the network's coin are missing for its fee`;
  return `${address} cannot sign the refund (${reason})${fee ?? ""}`;
}
