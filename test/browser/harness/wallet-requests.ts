// An injected wallet's responses to a page that its user trusts: EIP-1193, EIP-1102, EIP-3326 and EIP-3085, with real
// keys on real chains, and as strict as real wallets.
import {
  type Address,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  isAddressEqual,
  type TypedDataDefinition,
  toHex,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";

export interface WalletChain {
  readonly number: number;
  readonly rpcUrl: string;
}

export interface WalletState {
  /** The first one is active. */
  privateKeys: readonly Hex[];
  chains: readonly WalletChain[];
  readonly addableChains: readonly WalletChain[];
  active: WalletChain;
  /** Whether this page may see the accounts. */
  isConnected: boolean;
  isLocked: boolean;
  readonly emit: (event: string, payload: unknown) => Promise<void>;
}

/** An error of a provider (EIP-1193) or of a node (EIP-1474). */
export class RpcRefusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "RpcRefusal";
    this.code = code;
    this.data = data;
  }
}

const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const UNKNOWN_CHAIN = 4902;
const INVALID_PARAMS = -32602;
/** Forwarded to the chain's node, as wallets do. */
const READS = [
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
];

type Handler = (state: WalletState, params: readonly unknown[]) => unknown;

const HANDLERS: Readonly<Record<string, Handler>> = {
  eth_chainId: ({ active }) => toHex(active.number),
  net_version: ({ active }) => String(active.number),
  eth_accounts: (state) => visibleAccounts(state),
  eth_requestAccounts: connect,
  wallet_switchEthereumChain: (state, [wanted]) => switchChain(state, wanted),
  wallet_addEthereumChain: (state, [wanted]) => addChain(state, wanted),
  eth_signTypedData_v4: (state, [address, typedData]) => signTypedData(state, address, typedData),
  eth_sendTransaction: (state, [transaction]) => sendTransaction(state, transaction),
};

/** @throws RpcRefusal */
export async function answerAsWallet(state: WalletState, method: string, params: readonly unknown[]): Promise<unknown> {
  const handler = HANDLERS[method];
  if (handler) return handler(state, params);
  if (READS.includes(method)) return askNode(state.active, method, params);
  throw new RpcRefusal(UNSUPPORTED, `The wallet does not support ${method}.`);
}

/** The accounts that the page sees: none before it is connected, and none while the wallet is locked. */
export const visibleAccounts = ({ privateKeys, isConnected, isLocked }: WalletState): Address[] =>
  isConnected && !isLocked ? privateKeys.map((key) => privateKeyToAccount(key).address) : [];

async function connect(state: WalletState): Promise<Address[]> {
  const isNew = !state.isConnected;
  state.isConnected = true;
  const accounts = visibleAccounts(state);
  if (isNew) await state.emit("accountsChanged", accounts);
  return accounts;
}

const chainIdOf = (wanted: unknown): Hex => {
  const { chainId } = (wanted ?? {}) as { chainId?: unknown };
  if (typeof chainId !== "string" || !/^0x[1-9a-f][0-9a-f]*$/.test(chainId)) {
    throw new RpcRefusal(INVALID_PARAMS, `chainId must be a hex string without leading zeros, not ${String(chainId)}`);
  }
  return chainId as Hex;
};

async function switchChain(state: WalletState, wanted: unknown): Promise<null> {
  const chainId = chainIdOf(wanted);
  const chain = state.chains.find(({ number }) => toHex(number) === chainId);
  if (!chain) throw new RpcRefusal(UNKNOWN_CHAIN, `Unrecognized chain ID "${chainId}".`);
  if (chain.number === state.active.number) return null;
  state.active = chain;
  await state.emit("chainChanged", chainId);
  return null;
}

async function addChain(state: WalletState, wanted: unknown): Promise<null> {
  const chainId = chainIdOf(wanted);
  const { chainName, rpcUrls, nativeCurrency } = wanted as Record<string, unknown>;
  if (!chainName || !Array.isArray(rpcUrls) || rpcUrls.length === 0 || !nativeCurrency) {
    throw new RpcRefusal(INVALID_PARAMS, "a chain has a chainName, rpcUrls and a nativeCurrency (EIP-3085)");
  }
  const isThis = ({ number }: WalletChain) => toHex(number) === chainId;
  const chain = [...state.chains, ...state.addableChains].find(isThis);
  if (!chain) throw new RpcRefusal(INVALID_PARAMS, `No RPC endpoint serves chain ID ${chainId}.`);
  if (!state.chains.some(isThis)) state.chains = [...state.chains, chain];
  return switchChain(state, wanted);
}

function accountOf(state: WalletState, address: unknown): PrivateKeyAccount {
  const account = state.privateKeys
    .map((key) => privateKeyToAccount(key))
    .find((each) => typeof address === "string" && isAddressEqual(each.address, address as Address));
  if (!account || visibleAccounts(state).length === 0) {
    throw new RpcRefusal(UNAUTHORIZED, "The requested account has not been authorized by the user.");
  }
  return account;
}

async function signTypedData(state: WalletState, address: unknown, text: unknown): Promise<Hex> {
  const account = accountOf(state, address);
  if (typeof text !== "string") throw new RpcRefusal(INVALID_PARAMS, "typed data is a JSON string");
  const typedData = JSON.parse(text) as TypedDataDefinition;
  const wanted = Number(typedData.domain?.chainId);
  if (wanted !== state.active.number) {
    throw new RpcRefusal(
      INVALID_PARAMS,
      `Provided chainId "${wanted}" must match the active chainId "${state.active.number}"`,
    );
  }
  return account.signTypedData(typedData);
}

async function sendTransaction(state: WalletState, transaction: unknown): Promise<Hex> {
  const { from, to, value, data, gas, chainId } = (transaction ?? {}) as Readonly<Record<string, Hex | undefined>>;
  const { number, rpcUrl } = state.active;
  const account = accountOf(state, from);
  if (chainId !== undefined && Number(chainId) !== number) {
    throw new RpcRefusal(INVALID_PARAMS, `chainId ${chainId} is not the active chain's, ${toHex(number)}`);
  }
  const chain = defineChain({
    id: number,
    name: `chain ${number}`,
    nativeCurrency: { name: "Coin", symbol: "COIN", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  return createWalletClient({ account, chain, transport: http(rpcUrl) }).sendTransaction({
    to: to ?? null,
    ...(value && { value: BigInt(value) }),
    ...(data && { data }),
    ...(gas && { gas: BigInt(gas) }),
  });
}

async function askNode({ rpcUrl }: WalletChain, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as {
    result?: unknown;
    error?: { code: number; message: string; data?: unknown };
  };
  if (error) throw new RpcRefusal(error.code, error.message, error.data);
  return result;
}
