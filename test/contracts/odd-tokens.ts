// The tokens of contracts/test, each with a peculiarity that Circle's USDC lacks.
import { type Address, encodeFunctionData, type Hex, type LocalAccount, parseAbi } from "viem";
import type { Terms } from "../../src/payment/terms.ts";
import { signAuthorization } from "./signing.ts";
import { type Stage, transact } from "./stage.ts";

const mintAbi = parseAbi(["function mint(address to, uint256 amount)"]);

export async function mintTest(stage: Stage, token: Address, to: Address, amount: bigint): Promise<void> {
  await transact(stage, { to: token, data: encodeFunctionData({ abi: mintAbi, args: [to, amount] }) });
}

/** An authorisation for one of them; the name is the one in the token's constructor. */
export function signTest(signer: LocalAccount, terms: Terms, name: string): Promise<Hex> {
  return signAuthorization(signer, terms, { name, version: "1" });
}
