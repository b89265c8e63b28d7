// The demo wallet's side on the server: signs and sends with the demo buyer's key, and passes reads on to the node.
import { type Address, createWalletClient, defineChain, type Hex, http, type RpcTransactionRequest } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { shownTokens } from "../../money/shown-amounts.ts";
import type { DevFile } from "../dev-file.ts";

export interface WalletRequest {
  /** The page's chain in hex; null: the first local chain. */
  readonly chain: string | null;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** @see EIP-1193, and EIP-1474 for the code of an unknown method */
export class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const UNSUPPORTED_METHOD = -32_601;
const UNKNOWN_CHAIN = 4_902;

/** Only the demo wallet's script calls it. */
const AMOUNT_METHOD = "turnpike_amount";

const READS = new Set([
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_getBalance",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
]);

type LocalChain = DevFile["chains"][number];

/** @throws WalletError, and viem's errors */
export async function answerWallet(dev: DevFile, { chain, method, params }: WalletRequest): Promise<unknown> {
  const account = privateKeyToAccount(dev.buyer.privateKey);
  if (method === "eth_requestAccounts" || method === "eth_accounts") return [account.address];
  if (method === "wallet_switchEthereumChain") {
    chainOf(dev, (params[0] as { chainId?: string } | undefined)?.chainId ?? null);
    return null;
  }
  if (method === AMOUNT_METHOD) return amountText(chainOf(dev, chain), dev, params);
  if (method === "eth_signTypedData_v4") return account.signTypedData(typedDataOf(params[1]));
  const local = chainOf(dev, chain);
  if (method === "eth_chainId") return `0x${numberOf(local).toString(16)}`;
  const client = clientFor(local, dev.buyer.privateKey);
  if (method === "eth_sendTransaction") {
    const { to, data, value } = params[0] as RpcTransactionRequest;
    const request = { to: to as Address, data: (data ?? "0x") as Hex, value: BigInt(value ?? 0) };
    return client.sendTransaction(request);
  }
  if (!READS.has(method)) throw new WalletError(UNSUPPORTED_METHOD, `The demo wallet does not support ${method}`);
  return client.request({ method, params } as Parameters<typeof client.request>[0]);
}

const typedDataOf = (value: unknown) => (typeof value === "string" ? JSON.parse(value) : value);

const COIN = { symbol: "ETH", decimals: 18 };

/** An amount as the page shows it, for the wallet's own question. */
function amountText({ caip2 }: LocalChain, { tokens }: DevFile, [address, value, locale]: readonly unknown[]): string {
  const asset = `${caip2}/erc20:${address}`.toLowerCase();
  const token = address === null ? COIN : tokens.find((each) => each.asset.toLowerCase() === asset);
  // The address may be of a contract that is no token: the wallet then shows the amount in smallest units.
  return shownTokens(BigInt(String(value)), token ?? { symbol: String(address), decimals: 0 }, String(locale));
}

const numberOf = ({ caip2 }: LocalChain): number => Number(caip2.slice(caip2.indexOf(":") + 1));

function chainOf({ chains }: DevFile, id: string | null): LocalChain {
  const found = id === null ? chains[0] : chains.find((chain) => numberOf(chain) === Number(id));
  if (!found) throw new WalletError(UNKNOWN_CHAIN, "The demo wallet knows only the local chains");
  return found;
}

function clientFor(local: LocalChain, privateKey: Hex) {
  const chain = defineChain({
    id: numberOf(local),
    name: local.caip2,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [local.rpcUrl] } },
  });
  return createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport: http(local.rpcUrl) });
}
