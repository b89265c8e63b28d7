// Proves that a chain deletes a contract that self-destructs in the transaction of its creation (EIP-6780), and that
// its address can be used again. Otherwise a second deposit to an address could never be passed on.
import Type from "typebox";
import Value from "typebox/value";
import { type Address, encodeFunctionData, numberToHex, zeroAddress, zeroHash } from "viem";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { endpointFailureIn } from "../nodes/errors.ts";
import { type ChainProblem, warning } from "../nodes/problem.ts";
import { depositAddress } from "../router/deposit-address.ts";

export interface DepositProbe {
  /** @returns a warning if assets take deposits and the chain is not proven. Never throws. */
  check(): Promise<readonly ChainProblem[]>;
  /** Whether the chain is proven. If no node could tell, some time after the last check a new one starts. */
  isProven(): boolean;
}

type Verdict = "proven" | "refuted" | { readonly unknown: string };

/** Minimum delay between checks that no node could answer. */
const RECHECK_MS_MIN = 60_000;

export function depositProbe(
  config: EvmChainConfig,
  { endpoints }: Connection,
  nowMs: () => number = () => performance.now(),
): DepositProbe {
  let verdict: Verdict = { unknown: "it was not asked yet" };
  let checkedMs = nowMs();
  const isNeeded = config.assets.some(({ takesDeposits }) => takesDeposits);

  async function check(): Promise<readonly ChainProblem[]> {
    checkedMs = nowMs();
    if (!isNeeded) return [];
    // Each node is asked, because a node that simulates other rules than the chain's would mislead.
    const verdicts = await Promise.all(endpoints.map((endpoint) => verdictOf(config.router, endpoint)));
    const one = (wanted: Verdict) => verdicts.find((each) => each === wanted);
    verdict = one("refuted") ?? one("proven") ?? verdicts[0] ?? verdict;
    return verdict === "proven" ? [] : [warning(`${config.caip2}: ${reasonOf(verdict)}`)];
  }

  return {
    check,
    isProven() {
      if (typeof verdict === "object" && isNeeded && nowMs() - checkedMs > RECHECK_MS_MIN) void check();
      return verdict === "proven";
    },
  };
}

function reasonOf(verdict: Exclude<Verdict, "proven">): string {
  const off = "Payments get no deposit address on this chain.";
  if (verdict === "refuted") {
    return `the chain keeps a contract that self-destructs in the transaction of its creation (no EIP-6780). ${off}`;
  }
  const remedy = 'Use an RPC URL of a node with eth_simulateV1, or set "deposits": false for the chain\'s assets.';
  return `no node could prove that deposits can be passed on twice (EIP-6780): ${verdict.unknown}. ${off} ${remedy}`;
}

/** A part of the response of eth_simulateV1 (execution-apis). */
const BLOCK = Type.Object({ calls: Type.Tuple([Type.Object({ status: Type.String() })]) });
const SIMULATED = Type.Tuple([BLOCK, BLOCK]);

async function verdictOf(router: Address, endpoint: Connection["endpoints"][number]): Promise<Verdict> {
  try {
    const blocks = await endpoint.request("eth_simulateV1", [{ blockStateCalls: recoveries(router) }, "latest"]);
    if (!Value.Check(SIMULATED, blocks)) return { unknown: `${endpoint.label} answered eth_simulateV1 with no blocks` };
    return blocks.every(({ calls: [{ status }] }) => status === "0x1") ? "proven" : "refuted";
  } catch (error) {
    const answer = endpointFailureIn(error)?.answer;
    return { unknown: `${endpoint.label} ${answer ? `answered "${answer.message}"` : "does not respond"}` };
  }
}

/** Any account without code. */
const DESTINATION: Address = "0x000000000000000000000000000000000000dEaD";

/** In each of two blocks, one coin lies on the same deposit address, and the router recovers it. */
function recoveries(router: Address): readonly object[] {
  const terms = {
    router,
    destination: DESTINATION,
    key: zeroHash,
    amount: 1n,
    fee: 0n,
    deadlineS: 0,
    token: router,
    feeReceiver: zeroAddress,
  };
  const payment = { ...terms, payer: zeroAddress, deadline: 0n };
  const data = encodeFunctionData({ abi: paymentRouterAbi, functionName: "recover", args: [payment, zeroAddress] });
  const block = {
    stateOverrides: { [depositAddress(terms)]: { balance: numberToHex(1) } },
    calls: [{ from: DESTINATION, to: router, data }],
  };
  return [block, block];
}
