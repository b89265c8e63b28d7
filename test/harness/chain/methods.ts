// A buyer's wallet for every method: it executes the actions it is given, in order.
import {
  type Address,
  createWalletClient,
  type Hex,
  http,
  parseEther,
  parseUnits,
  type TypedDataDefinition,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { inject } from "vitest";
import { parseChains } from "../../../src/chains/evm/config/config.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import type { ApiAnswer } from "../server/api.ts";
import { type Buyer, type ServerOptions, setBalance, startServer, type TestServer } from "../server/server.ts";
import { asWallet, createPayment, listOptions, type StatusBody, untilFinal, type WireOption } from "./wallet.ts";

export interface WireAction {
  readonly type: string;
  readonly data: { readonly chain_id: string; readonly method: string; readonly params: readonly unknown[] };
}

/** The transaction that an action asks for. */
export interface ToSend {
  readonly from: Address;
  readonly to: Address;
  readonly value: Hex;
  readonly data: Hex;
  readonly gas?: Hex;
}

/** Amounts in standard units. */
export interface Funds {
  readonly usdt?: string;
  readonly dai?: string;
  readonly coin?: string;
}

/** A new account with exactly these funds. */
export async function buyerWith(server: TestServer, { usdt = "0", dai = "0", coin = "0" }: Funds): Promise<Buyer> {
  const buyer = await server.newBuyer(0n);
  await setBalance(server.client, server.deployment.usdt, buyer.address, parseUnits(usdt, 6));
  await setBalance(server.client, server.deployment.dai, buyer.address, parseUnits(dai, 18));
  await server.client.setBalance({ address: buyer.address, value: parseEther(coin) });
  return buyer;
}

/** The only option offered to this buyer. */
export async function onlyOption(server: TestServer, paymentId: string, buyer: Buyer): Promise<WireOption> {
  const options = await listOptions(server, paymentId, [buyer.account]);
  const [option, ...others] = options;
  if (!option || others.length > 0) throw new Error(`expected one option for the buyer, got ${options.length}`);
  return option;
}

export async function fetchActions(
  server: TestServer,
  paymentId: string,
  option: WireOption,
): Promise<readonly WireAction[]> {
  const { status, body } = await server.call<{ actions: readonly WireAction[] }>({
    path: `/v1/gateway/payment/${paymentId}/fetch`,
    headers: asWallet(server),
    body: { optionId: option.id, data: option.actions[0]?.data.data },
  });
  if (status !== 200) throw new Error(`fetch returned ${status}: ${JSON.stringify(body)}`);
  return body.actions;
}

export const methodsOf = (actions: readonly WireAction[]): string[] => actions.map(({ data }) => data.method);

export const toSend = ({ data }: WireAction): ToSend => data.params[0] as ToSend;

/** The wallet's result for an action: a signature, or the hash of a transaction that may not be mined yet. */
export async function execute(
  { rpcUrl }: Pick<TestServer, "rpcUrl">,
  { privateKey }: Pick<Buyer, "privateKey">,
  action: WireAction,
  changes: { readonly nonce?: number; readonly maxFeePerGas?: bigint; readonly maxPriorityFeePerGas?: bigint } = {},
): Promise<Hex> {
  const account = privateKeyToAccount(privateKey);
  if (action.data.method === "eth_signTypedData_v4") {
    return account.signTypedData(JSON.parse(String(action.data.params[1])) as TypedDataDefinition);
  }
  const { to, value, data, gas } = toSend(action);
  const wallet = createWalletClient({ account, transport: http(rpcUrl) });
  return wallet.sendTransaction({
    chain: null,
    to,
    value: BigInt(value),
    data,
    ...(gas === undefined ? {} : { gas: BigInt(gas) }),
    ...changes,
  });
}

export async function executeAll(
  server: TestServer,
  buyer: Buyer,
  actions: readonly WireAction[],
): Promise<readonly Hex[]> {
  const results: Hex[] = [];
  for (const action of actions) results.push(await execute(server, buyer, action));
  return results;
}

export const confirmResults = (
  server: Pick<TestServer, "call" | "walletKey">,
  paymentId: string,
  option: Pick<WireOption, "id">,
  results: readonly string[],
): Promise<ApiAnswer<StatusBody & { readonly issues?: readonly { field: string; message: string }[] }>> =>
  server.call({
    path: `/v1/gateway/payment/${paymentId}/confirm`,
    headers: asWallet(server),
    body: { optionId: option.id, results: results.map((result) => ({ type: "walletRpc", data: [result] })) },
  });

/** A payment that a new buyer has paid with the chain's coin, in one transaction of their own. @returns its id */
export async function givenPaidWithCoin(server: TestServer): Promise<string> {
  const buyer = await buyerWith(server, { coin: "1000" });
  const paymentId = await createPayment(server);
  await executeAll(server, buyer, await fetchActions(server, paymentId, await onlyOption(server, paymentId, buyer)));
  await untilFinal(server, paymentId);
  return paymentId;
}

/** A server whose chain's coin costs one US dollar, for tests that do not depend on the rate. */
export async function startServerWithCoin(options: ServerOptions = {}): Promise<TestServer> {
  const place = options.place ?? inject("sharedChain");
  const parsed = parseChains([chainEntry(place.rpcUrl, place.deployment)]);
  const assets = parsed.kind === "ok" ? (parsed.chains[0]?.assets ?? []) : [];
  return startServer({
    ...options,
    chain: {
      assets: assets.map((asset) => (asset.method === "native" ? { ...asset, peggedTo: "USD" } : asset)),
      ...options.chain,
    },
  });
}
