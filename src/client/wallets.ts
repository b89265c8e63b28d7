// The two kinds of wallets that `pay` supports: an EIP-1193 provider, and a viem account with wallet clients.
import type { Step, Transaction } from "./check-actions.ts";
import { PayError } from "./pay-error.ts";
import { toPayError } from "./wallet-error.ts";

/** EIP-1193, for example a browser wallet. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
  // Loose on purpose, like the libraries' types of providers.
  on?(event: string, listener: (...values: never[]) => void): unknown;
  removeListener?(event: string, listener: (...values: never[]) => void): unknown;
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
/** Wallets answer a switch before they have switched: mobile ones and bridges take up to seconds. */
const ARRIVAL_MS_MAX = 5_000;
/** The same after adding a chain, which not every wallet switches to. */
const ARRIVAL_WHEN_ADDED_MS_MAX = 2_000;
const ARRIVAL_POLL_MS = 100;

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
 * @throws PayError if the wallet gives a reason, or could not have sent anything; otherwise the wallet's own error
 */
export async function execute(
  wallet: Wallet,
  step: Step,
  newChains: NewChains = {},
  ensureInTime: () => void = () => {},
): Promise<string> {
  if (isProvider(wallet)) await ensureChain(wallet, step.chain, newChains[step.chain]);
  ensureInTime();
  const result = await (isProvider(wallet) ? byProvider(wallet, step) : byAccount(wallet, step));
  if (typeof result !== "string") throw new PayError("wallet_unable", "The wallet returned no signature or hash");
  return result;
}

const byProvider = (provider: Provider, step: Step): Promise<unknown> =>
  step.kind === "sign"
    ? ask(provider, "eth_signTypedData_v4", [step.payer, step.typedData]).catch(notSigned)
    : ask(provider, "eth_sendTransaction", [step.transaction], true);

/** A request for a signature cannot have sent anything. */
function notSigned(error: unknown): never {
  throw error instanceof PayError ? error : new PayError("wallet_unable", "The wallet did not sign", error);
}

/** @throws PayError; nothing has been signed or sent yet */
async function ensureChain(provider: Provider, chain: string, unknown: NewChain | undefined): Promise<void> {
  try {
    if (await isOn(provider, chain)) return;
    await askToChange(provider, chain, unknown);
  } catch (error) {
    if (error instanceof PayError) throw error;
    // A wallet may fail after it has switched.
    if (await isOn(provider, chain).catch(() => false)) return;
    throw new PayError("unknown_chain", `The wallet did not switch to ${chain}`, error);
  }
  if (!(await arrives(provider, chain, ARRIVAL_MS_MAX))) {
    throw new PayError("unknown_chain", `The wallet did not switch to ${chain}`);
  }
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
    if (!(await arrives(provider, chain, ARRIVAL_WHEN_ADDED_MS_MAX))) await change();
  }
}

/** Waits until the wallet is on the chain. @returns false if it is not in time */
async function arrives(provider: Provider, chain: string, mostMs: number): Promise<boolean> {
  for (const untilMs = Date.now() + mostMs; ; await chainMayChange(provider)) {
    if (await isOn(provider, chain)) return true;
    if (Date.now() >= untilMs) return false;
  }
}

/** Resolves at the wallet's next event, or after a moment: not every wallet has events. */
const chainMayChange = (provider: Provider): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      provider.removeListener?.("chainChanged", done);
      resolve();
    };
    const timer = setTimeout(done, ARRIVAL_POLL_MS);
    provider.on?.("chainChanged", done);
  });

const isOn = async (provider: Provider, chain: string): Promise<boolean> => (await chainOf(provider)) === chain;

const chainOf = async (provider: Provider): Promise<string> =>
  `eip155:${BigInt(String(await ask(provider, "eth_chainId")))}`;

/** @param sends whether the request could send a transaction */
async function ask(provider: Provider, method: string, params?: readonly unknown[], sends = false): Promise<unknown> {
  try {
    return await provider.request(params ? { method, params } : { method });
  } catch (error) {
    throw toPayError(error, sends);
  }
}

async function byAccount({ account, clientOf }: ViemWallet, step: Step): Promise<string> {
  const payer = step.kind === "sign" ? step.payer : step.transaction.from;
  if (account.address.toLowerCase() !== payer.toLowerCase()) {
    throw new PayError("wallet_unable", `The wallet's account is ${account.address}, not ${payer}`);
  }
  try {
    if (step.kind === "sign") return await sign(account, step.typedData);
    if (!clientOf) throw new PayError("wallet_unable", "This option is paid by transaction: pass `clientOf`");
    const transaction = { account, chain: null, ...quantities(step.transaction) };
    return await clientOf(step.chain).sendTransaction(transaction as never);
  } catch (error) {
    throw toPayError(error, true);
  }
}

const sign = (account: ViemWallet["account"], typedData: string): Promise<string> =>
  account.signTypedData(JSON.parse(typedData) as never).catch((error) => notSigned(toPayError(error)));

const quantities = ({ to, value, data, gas }: Transaction) => ({
  to,
  data,
  value: BigInt(value),
  ...(gas !== undefined && { gas: BigInt(gas) }),
});
