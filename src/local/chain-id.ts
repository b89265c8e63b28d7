/** Only a local node is asked: it answers at once or is not the one we look for. */
const ANSWER_WITHIN_MS = 2_000;

/** The id of the chain that a local node serves, or null where no such node answers. */
export async function chainIdAt(rpcUrl: string): Promise<number | null> {
  try {
    const response = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer: unknown = await response.json();
    if (typeof answer !== "object" || answer === null || !("result" in answer)) return null;
    return Number(answer.result);
  } catch (error) {
    // Nobody listens, nobody answers in time, or what answers does not speak JSON: no node. Anything else is a fault of ours.
    if (error instanceof SyntaxError || error instanceof TypeError || isTimeout(error)) return null;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
