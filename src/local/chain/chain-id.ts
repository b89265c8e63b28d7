/** A local node responds immediately. */
const ANSWER_WITHIN_MS = 2_000;

/** The id of the chain that a local node serves, or null if none responds. */
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
    // Connection refused, a timeout or a response that is not JSON means no node. Anything else is our bug.
    if (error instanceof SyntaxError || error instanceof TypeError || isTimeout(error)) return null;
    throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
