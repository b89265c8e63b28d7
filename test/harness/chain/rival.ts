// A third party who has seen a buyer's authorisation and submits it to the router before or instead of our relayer.
import { type Address, type Hex, parseEther, parseGwei } from "viem";
import { payData } from "../../../src/chains/evm/router/router-call.ts";
import { type Option, openOption, optionKeys } from "../../../src/payment/option.ts";
import type { TestServer } from "../server/server.ts";
import type { SignedOption } from "./wallet.ts";

export const RIVAL: Address = "0x71Ba100000000000000000000000000000000000";
const GAS = 800_000n;
/** Above the relayer's tip, so these transactions come first in a block. */
const TIP = parseGwei("20");

/** Puts a call into the node's pool, to be mined before the relayer's batches. */
export async function sendAsRival({ client }: Pick<TestServer, "client">, to: Address, data: Hex): Promise<Hex> {
  await client.setBalance({ address: RIVAL, value: parseEther("1000") });
  const fees = { maxFeePerGas: TIP * 4n, maxPriorityFeePerGas: TIP };
  return client.sendUnsignedTransaction({ from: RIVAL, to, data, gas: GAS, ...fees });
}

/** The buyer's payment, submitted by a third party. */
export const payAsRival = (server: TestServer, signed: SignedOption): Promise<Hex> =>
  sendAsRival(
    server,
    server.deployment.router,
    payData({ option: optionOf(server, signed), signature: signed.signature }),
  );

/** The contents of the option's sealed id. */
export function optionOf({ installation }: TestServer, { option }: Pick<SignedOption, "option">): Option {
  const secret = Buffer.from(installation.environment.SECRET_KEY ?? "", "hex");
  const opened = openOption(optionKeys(secret), option.id);
  if (!opened) throw new Error("the option was sealed by another installation");
  return opened;
}
