// Somebody else who has seen a buyer's signed authorisation and sends it to the router, ahead of or instead of our relayer.
import { type Address, type Hex, parseEther, parseGwei } from "viem";
import { payData } from "../../src/chains/evm/router-call.ts";
import { type Option, openOption, optionKeys } from "../../src/payment/option.ts";
import type { TestServer } from "./server.ts";
import type { SignedOption } from "./wallet.ts";

const RIVAL: Address = "0x71Ba100000000000000000000000000000000000";
const GAS = 800_000n;
/** Above what the relayer offers: in a block, the better paid transactions come first. */
const TIP = parseGwei("20");

/** Puts a call into the node's pool; it is mined ahead of the relayer's batches. */
export async function sendAsRival({ client }: Pick<TestServer, "client">, to: Address, data: Hex): Promise<Hex> {
  await client.setBalance({ address: RIVAL, value: parseEther("1000") });
  const fees = { maxFeePerGas: TIP * 4n, maxPriorityFeePerGas: TIP };
  return client.sendUnsignedTransaction({ from: RIVAL, to, data, gas: GAS, ...fees });
}

/** The buyer's payment, submitted by somebody else. */
export const payAsRival = (server: TestServer, signed: SignedOption): Promise<Hex> =>
  sendAsRival(
    server,
    server.deployment.router,
    payData({ option: optionOf(server, signed), signature: signed.signature }),
  );

/** What is sealed in the option's id. */
export function optionOf({ installation }: TestServer, { option }: Pick<SignedOption, "option">): Option {
  const secret = Buffer.from(installation.environment.SECRET_KEY ?? "", "hex");
  const opened = openOption(optionKeys(secret), option.id);
  if (!opened) throw new Error("the option was sealed by another installation");
  return opened;
}
