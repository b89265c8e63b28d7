// Deploys to a new local chain the contracts that mainnets already have (Multicall3, Permit2, tokens, price feeds), and
// the router. Their addresses are deterministic, so a second call deploys only missing ones.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Address, type Hex, isHex } from "viem";
import { type Create2, create2, MULTICALL3, PERMIT2, routerCreate2 } from "../../chains/evm/config/deploy.ts";
import { administer, type Call, type LocalChain, localChain } from "./administrator.ts";
import { circleImplementation, circleToken, EURC, mintCall, USDC } from "./circle-token.ts";
import { PERMIT2_FILE } from "./parts.ts";
import { daiToken, tetherToken } from "./plain-tokens.ts";
import { localFeed } from "./price-feed.ts";

export interface LocalDeployment {
  readonly multicall3: Address;
  readonly permit2: Address;
  readonly router: Address;
  readonly usdc: Address;
  readonly eurc: Address;
  readonly ethUsdFeed: Address;
  readonly eurUsdFeed: Address;
  /** Same as on Ethereum: no EIP-3009, and an allowance must be reset before it is changed. */
  readonly usdt: Address;
  /** A plain ERC-20 token. */
  readonly dai: Address;
}

/** Kept in the router so that its balance never returns to zero: writing to an empty slot costs 17 100 gas more. */
const DUST = 1n;

export async function deployLocal({ rpcUrl }: { readonly rpcUrl: string }): Promise<LocalDeployment> {
  const chain = localChain(rpcUrl);
  await putMulticall3(chain);
  const permit2 = permit2Create2();
  const router = routerCreate2(permit2.address);
  const ethUsdFeed = localFeed("ETH / USD");
  const eurUsdFeed = localFeed("EUR / USD");
  const usdt = tetherToken();
  const dai = daiToken();
  const contracts: Create2[] = [permit2, router, ...circleImplementation(), ethUsdFeed, eurUsdFeed, usdt, dai];
  const usdc = circleToken(USDC);
  const eurc = circleToken(EURC);
  const calls: Call[] = await missing(
    chain,
    contracts.map(({ address, to, data }) => ({ address, calls: [{ to, data }] })),
  );
  const tokenCalls = await missing(
    chain,
    [usdc, eurc].map(({ address, calls }) => ({ address, calls: [...calls, mintCall(address, router.address, DUST)] })),
  );
  await administer(chain, [...calls, ...tokenCalls]);
  return {
    multicall3: MULTICALL3,
    permit2: permit2.address,
    router: router.address,
    usdc: usdc.address,
    eurc: eurc.address,
    ethUsdFeed: ethUsdFeed.address,
    eurUsdFeed: eurUsdFeed.address,
    usdt: usdt.address,
    dai: dai.address,
  };
}

/** The calls for contracts that have no code yet. */
async function missing(
  chain: LocalChain,
  contracts: readonly { readonly address: Address; readonly calls: readonly Call[] }[],
): Promise<Call[]> {
  const codes = await Promise.all(contracts.map(({ address }) => chain.getCode({ address })));
  return contracts.filter((_, i) => codes[i] === undefined).flatMap(({ calls }) => calls);
}

function permit2Create2(): Create2 {
  const compiled: { salt: Hex; initCode: Hex } = JSON.parse(readFileSync(PERMIT2_FILE, "utf8"));
  const deployment = create2(compiled.salt, compiled.initCode);
  if (deployment.address !== PERMIT2) {
    throw new Error(`${PERMIT2_FILE.pathname} is not Permit2. Delete it and run \`node scripts/compile-permit2.js\`.`);
  }
  return deployment;
}

/** Its canonical address comes from a transaction signed with a fixed gas price, so the code is set directly. */
async function putMulticall3(chain: LocalChain): Promise<void> {
  if ((await chain.getCode({ address: MULTICALL3 })) !== undefined) return;
  const { data: code } = await chain.call({ data: multicall3InitCode() });
  if (code === undefined) throw new Error("The local chain did not run Multicall3's constructor.");
  await chain.setCode({ address: MULTICALL3, bytecode: code });
}

/** viem ships it for chains without Multicall3 but does not export it. */
function multicall3InitCode(): Hex {
  const require = createRequire(import.meta.url);
  const constants: unknown = require(join(dirname(require.resolve("viem")), "constants/contracts.js"));
  if (typeof constants === "object" && constants !== null && "multicall3Bytecode" in constants) {
    const code = constants.multicall3Bytecode;
    if (isHex(code)) return code;
  }
  throw new Error("viem no longer has multicall3Bytecode in constants/contracts: install the exact version (npm ci).");
}
