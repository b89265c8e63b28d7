// The two kinds of wallets that `pay` supports: an EIP-1193 provider, and a viem account with wallet clients.
import type { Step, Transaction } from "./check-actions.ts";
import { PayError } from "./pay-error.ts";
import { toPayError } from "./wallet-error.ts";

/** EIP-1193, for example a browser wallet. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  on?(event: "chainChanged", listener: () => void): unknown;
  removeListener?(event: "chainChanged", listener: () => void): unknown;
}

/** A viem account; `clientOf` returns a wallet client of a chain (CAIP-2), for options paid by transaction. */
export interface ViemWallet {
  readonly account: {
    readonly address: `0x${string}`;
    // Loose on purpose: viem derives its types from the typed data, which is known only at run time.
    signTypedData(typedData: never): Promise<string>;
  };
  readonly clientOf?: (chain: string) => { sendTransaction(transaction: never): Promise<string> };
}

export type Wallet = Provider | ViemWallet;

/** Chain data for a wallet that does not know a chain (EIP-3085), without the chain id. */
export interface NewChain {
  readonly chainName: string;
  readonly rpcUrls: readonly string[];
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly blockExplorerUrls?: readonly string[];
}

/** Keyed by CAIP-2. */
export type NewChains = Readonly<Record<string, NewChain>>;

/** The most that a gateway accepts in one call. */
const ACCOUNTS_MAX = 100;
/** EIP-1193 and EIP-3326: the wallet does not know the chain. */
const UNKNOWN_CHAIN = "unknown_chain";
const SEND = "eth_sendTransaction";

/** Some wallets answer the request to switch before they have switched. */
const SWITCHED_WITHIN_MS = 5_000;
/** The same for a wallet that was asked to add a chain, which may have to be asked to switch as well. */
const ADDED_WITHIN_MS = 2_000;
const POLL_MS = 100;

const isProvider = (wallet: Wallet): wallet is Provider => "request" in wallet;

/**
 * The CAIP-10 accounts of a provider, which asks the buyer for access if needed. A viem account has no chain.
 *
 * @param chains CAIP-2; a provider's account exists on every EVM chain. Default: the provider's current chain.
 * @returns at most the 100 that a gateway accepts: the first accounts, each on all chains
 * @throws PayError refused_in_wallet, wallet_busy
 */
export async function accountsOf(wallet: Wallet, chains?: readonly string[]): Promise<string[]> {
  if (!isProvider(wallet))
    throw new PayError("wallet_unable", "A local account has no chain: pass `accounts` (CAIP-10)");
  const given = await ask(wallet, "eth_requestAccounts");
  const on = chains ?? [await chainOf(wallet)];
  const addresses = Array.isArray(given) ? given.filter((address) => typeof address === "string") : [];
  const first = addresses.slice(0, Math.max(1, Math.floor(ACCOUNTS_MAX / on.length)));
  return on.flatMap((chain) => first.map((address) => `${chain}:${address}`));
}

/**
 * @param ensureInTime throws if the wallet must no longer be asked; switching the chain takes time
 * @returns the signature, or the transaction's hash
 * @throws PayError if the wallet gives a reason, or if it was asked only to sign; otherwise the wallet's own error
 */
export async function execute(
  wallet: Wallet,
  step: Step,
  newChains: NewChains = {},
  ensureInTime: () => void = () => {},
): Promise<string> {
  if (isProvider(wallet)) await ensureChain(wallet, step.chain, newChains[step.chain]);
  ensureInTime();
  const result = await (isProvider(wallet) ? byProvider(wallet, step) : byAccount(wallet, step)).catch((error) => {
    throw step.kind === "send" || error instanceof PayError
      ? error
      : new PayError("wallet_unable", "The wallet did not sign, so nothing was sent", error);
  });
  if (typeof result !== "string") throw new PayError("wallet_unable", "The wallet returned no signature or hash");
  return result;
}

const byProvider = (provider: Provider, step: Step): Promise<unknown> =>
  step.kind === "sign"
    ? ask(provider, "eth_signTypedData_v4", [step.payer, step.typedData])
    : ask(provider, SEND, [step.transaction]);

/** @throws PayError; nothing has been signed or sent yet */
async function ensureChain(provider: Provider, chain: string, unknown: NewChain | undefined): Promise<void> {
  try {
    if ((await chainOf(provider)) === chain) return;
    await askToChange(provider, chain, unknown);
    if (await isSoonOn(provider, chain, SWITCHED_WITHIN_MS)) return;
  } catch (error) {
    // A wallet that failed for another reason than the buyer's may have switched all the same.
    const isDeclined = error instanceof PayError && error.reason === "refused_in_wallet";
    if (!isDeclined && (await isSoonOn(provider, chain, 0).catch(() => false))) return;
    throw error instanceof PayError
      ? error
      : new PayError("unknown_chain", `The wallet did not switch to ${chain}`, error);
  }
  throw new PayError("unknown_chain", `The wallet did not switch to ${chain}`);
}

async function askToChange(provider: Provider, chain: string, unknown: NewChain | undefined): Promise<void> {
  const chainId = `0x${BigInt(chain.slice("eip155:".length)).toString(16)}`;
  const change = () => ask(provider, "wallet_switchEthereumChain", [{ chainId }]);
  try {
    await change();
  } catch (error) {
    if (!unknown || !(error instanceof PayError) || error.reason !== UNKNOWN_CHAIN) throw error;
    await ask(provider, "wallet_addEthereumChain", [{ chainId, ...unknown }]);
    // Some wallets switch when adding a chain, some do not.
    if (!(await isSoonOn(provider, chain, ADDED_WITHIN_MS))) await change();
  }
}

/** Reads the wallet's chain until it is this one, at the latest when the wallet reports a change. */
async function isSoonOn(provider: Provider, chain: string, withinMs: number): Promise<boolean> {
  let wake = () => {};
  const onChange = () => wake();
  provider.on?.("chainChanged", onChange);
  try {
    for (const endMs = performance.now() + withinMs; ; ) {
      if ((await chainOf(provider)) === chain) return true;
      if (performance.now() >= endMs) return false;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, POLL_MS);
      });
    }
  } finally {
    provider.removeListener?.("chainChanged", onChange);
  }
}

const chainOf = async (provider: Provider): Promise<string> =>
  `eip155:${BigInt(String(await ask(provider, "eth_chainId")))}`;

async function ask(provider: Provider, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await provider.request(params ? { method, params } : { method });
  } catch (error) {
    throw toPayError(error, method === SEND);
  }
}

async function byAccount({ account, clientOf }: ViemWallet, step: Step): Promise<string> {
  const payer = step.kind === "sign" ? step.payer : step.transaction.from;
  if (account.address.toLowerCase() !== payer.toLowerCase()) {
    throw new PayError("wallet_unable", `The wallet's account is ${account.address}, not ${payer}`);
  }
  try {
    if (step.kind === "sign") return await account.signTypedData(JSON.parse(step.typedData) as never);
    if (!clientOf) throw new PayError("wallet_unable", "This option is paid by transaction: pass `clientOf`");
    const transaction = { account, chain: null, ...quantities(step.transaction) };
    return await clientOf(step.chain).sendTransaction(transaction as never);
  } catch (error) {
    throw toPayError(error, step.kind === "send");
  }
}

const quantities = ({ to, value, data, gas }: Transaction) => ({
  to,
  data,
  value: BigInt(value),
  ...(gas !== undefined && { gas: BigInt(gas) }),
});
