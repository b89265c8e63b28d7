// Requests options one after the other, as one wallet does.
import type { Installation } from "./installation.ts";

export interface Figures {
  readonly firstMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  /** The options in the last response. */
  readonly options: number;
  /** eth_calls per request on the busiest chain. */
  readonly callsPerChain: number;
}

export async function measure(
  { listOptions, proxies }: Installation,
  accounts: readonly string[],
  requests: number,
): Promise<Figures> {
  for (const proxy of proxies) proxy.reset();
  const times: number[] = [];
  let options = 0;
  for (let i = 0; i < requests; i++) {
    const startedMs = performance.now();
    options = await listOptions(accounts);
    times.push(performance.now() - startedMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
  const calls = proxies.map((proxy) => proxy.counts().get("eth_call") ?? 0);
  return {
    firstMs: times[0] ?? 0,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    options,
    callsPerChain: Math.max(...calls) / requests,
  };
}
