// A test net inside the booted machine: anvil with tokens, but without the router, which `turnpike init` deploys. Its
// answers for init go to the file that the first argument names. It gives coin and tokens when it reads a line.
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Address, parseEther } from "viem";
import { startFurnishedChain } from "../../src/local/chain/local-chain.ts";
import { administer, localChain } from "../../src/local/tokens/administrator.ts";
import { mintCall } from "../../src/local/tokens/circle-token.ts";

const [dir = "", file = ""] = process.argv.slice(3);
const CHAIN_ID = 31_337;
const TOKENS = 1_000_000n;

const chain = await startFurnishedChain(dir, CHAIN_ID, () => {});
const client = localChain(chain.rpcUrl);
const { router, usdc } = chain.deployment;
await client.setCode({ address: router, bytecode: "0x" });
// CREATE2 refuses an address that has a nonce (EIP-7610).
await client.setNonce({ address: router, nonce: 0 });
const { router: _, ...entry } = chain.entry;
await writeFile(file, JSON.stringify(entry));
process.stdout.write("ready\n");

for await (const line of createInterface(process.stdin)) {
  const [what, address] = line.split(" ") as ["coin" | "tokens", Address];
  if (what === "coin") await client.setBalance({ address, value: parseEther("10") });
  else await administer(client, [mintCall(usdc, address, TOKENS)]);
  process.stdout.write(`${line}\n`);
}
await chain.stop();
