// The two kinds of wallets that `pay` works with: a provider (EIP-1193), and a viem account with clients to send through.
import type { Step, Transaction } from "./check-actions.ts";
import { PayError } from "./pay-error.ts";

/** EIP-1193, such as a browser wallet. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>;
}

/** A viem account; `clientOf` gives a wallet client of a chain (CAIP-2), for options that are paid by transaction. */
export interface ViemWallet {
  readonly account: {
    readonly address: `0x${string}`;
    // Loose on purpose: viem's own types follow the typed data, which is only known at run time.
    signTypedData(typedData: never): Promise<string>;
  };
  readonly clientOf?: (chain: string) => { sendTransaction(transaction: never): Promise<string> };
}

export type Wallet = Provider | ViemWallet;

const isProvider = (wallet: Wallet): wallet is Provider => "request" in wallet;

/** CAIP-10 accounts of a provider on the chain that it is on; a viem account is on no chain. */
export async function accountsOf(wallet: Wallet): Promise<string[]> {
  if (!isProvider(wallet)) throw new PayError("wallet_unable", "Name the account's chains: pass `accounts` (CAIP-10)");
  const addresses = await wallet.request({ method: "eth_requestAccounts" });
  const chain = await chainOf(wallet);
  return Array.isArray(addresses) ? addresses.map((address) => `${chain}:${address}`) : [];
}

/** @returns the signature, or the transaction's hash */
export async function execute(wallet: Wallet, step: Step): Promise<string> {
  const result = isProvider(wallet) ? await byProvider(wallet, step) : await byAccount(wallet, step);
  if (typeof result !== "string") throw new PayError("wallet_unable", "The wallet gave neither a signature nor a hash");
  return result;
}

async function byProvider(provider: Provider, step: Step): Promise<unknown> {
  if ((await chainOf(provider)) !== step.chain) {
    const chainId = `0x${BigInt(step.chain.slice("eip155:".length)).toString(16)}`;
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
    if ((await chainOf(provider)) !== step.chain) {
      throw new PayError("wallet_unable", `The wallet did not change to ${step.chain}`);
    }
  }
  return step.kind === "sign"
    ? provider.request({ method: "eth_signTypedData_v4", params: [step.payer, step.typedData] })
    : provider.request({ method: "eth_sendTransaction", params: [step.transaction] });
}

const chainOf = async (provider: Provider): Promise<string> =>
  `eip155:${BigInt(String(await provider.request({ method: "eth_chainId" })))}`;

async function byAccount({ account, clientOf }: ViemWallet, step: Step): Promise<string> {
  const payer = step.kind === "sign" ? step.payer : step.transaction.from;
  if (account.address.toLowerCase() !== payer.toLowerCase()) {
    throw new PayError("wallet_unable", `The wallet's account is ${account.address}, not ${payer}`);
  }
  if (step.kind === "sign") return account.signTypedData(JSON.parse(step.typedData) as never);
  if (!clientOf) throw new PayError("wallet_unable", "This option is paid by transaction: pass `clientOf`");
  return clientOf(step.chain).sendTransaction({ account, chain: null, ...quantities(step.transaction) } as never);
}

const quantities = ({ to, value, data, gas }: Transaction) => ({
  to,
  data,
  value: BigInt(value),
  ...(gas !== undefined && { gas: BigInt(gas) }),
});
