// The demo buyer's wallet: executes the actions that the gateway hands out, in order, with the buyer's key.
import { type Address, createWalletClient, type Hex, http, type TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { DevFile } from "./dev-file.ts";

export interface WalletAction {
  readonly data: { readonly chain_id: string; readonly method: string; readonly params: readonly unknown[] };
}

export interface ExecutedAction {
  /** A signature, or a transaction's hash: what the confirm takes. */
  readonly result: Hex;
  /** For a person, after the number of the step. */
  readonly what: string;
}

/** As wallets get it: integers are hex. */
interface TransactionRequest {
  readonly to: Address;
  readonly value?: Hex;
  readonly data?: Hex;
}

/** @throws where an action is none that a wallet knows, or the chain does not take a transaction */
export async function executeActions(dev: DevFile, actions: readonly WalletAction[]): Promise<ExecutedAction[]> {
  const done: ExecutedAction[] = [];
  for (const { data } of actions) done.push(await execute(dev, data));
  return done;
}

async function execute(
  { buyer, chains }: DevFile,
  { chain_id: caip2, method, params }: WalletAction["data"],
): Promise<ExecutedAction> {
  const account = privateKeyToAccount(buyer.privateKey);
  const chain = chains.find((candidate) => candidate.caip2 === caip2);
  if (!chain) throw new Error(`The gateway asks for something on ${caip2}, which is no local chain.`);
  if (method === "eth_signTypedData_v4") {
    const typedData = JSON.parse(String(params[1])) as TypedDataDefinition;
    const result = await account.signTypedData(typedData);
    return { result, what: `signed     ${typedData.primaryType} for the router ${chain.router}` };
  }
  if (method === "eth_sendTransaction") {
    const { to, value = "0x0", data = "0x" } = params[0] as TransactionRequest;
    const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) });
    const result = await wallet.sendTransaction({ chain: null, to, value: BigInt(value), data });
    const kind =
      to.toLowerCase() === chain.router.toLowerCase() ? "a payment to the router" : "an approval to the token";
    return { result, what: `sent       ${kind} ${to}, in transaction ${result}` };
  }
  throw new Error(`The gateway asks for ${method}, which the demo wallet does not know.`);
}
