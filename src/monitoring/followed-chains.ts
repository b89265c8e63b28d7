// The readiness check of a worker's chains. It is not ready while it leads a chain without following it, or while no
// process leads one of its chains, whose nodes may have been away since the start.
import type { AvailabilityReports } from "../operations/ports/chain/chain-reports.ts";
import type { ReadinessCheck } from "./readiness.ts";

export interface FollowedChainsPorts {
  readonly chains: readonly {
    readonly caip2: string;
    /** Seconds for which buyers get a chain's options although no worker follows it. */
    readonly headAgeMaxS: number;
  }[];
  /** The chains that this process leads. */
  readonly leads: ReadonlySet<string>;
  readonly chainAvailability: Pick<AvailabilityReports, "read">;
  /** The processes that lead them, by chain. */
  readonly leaders: (chains: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

type Chain = FollowedChainsPorts["chains"][number];

/**
 * A standby is ready while another process leads, even if the leader's nodes fail: it must be able to take its place.
 */
export function checkFollowedChains(
  { chains, leads, chainAvailability, leaders }: FollowedChainsPorts,
  nowMs: () => number = () => performance.now(),
): ReadinessCheck {
  const startedMs = nowMs();
  /** When each was first seen without a leader; a leader that is replaced is missing for a moment. */
  const leaderlessSince = new Map(chains.map(({ caip2 }) => [caip2, startedMs]));

  async function leaderless(): Promise<readonly Chain[]> {
    const others = chains.filter(({ caip2 }) => !leads.has(caip2));
    const ledElsewhere = others.length === 0 ? new Map() : await leaders(others.map(({ caip2 }) => caip2));
    const now = nowMs();
    return chains.filter(({ caip2, headAgeMaxS }) => {
      if (leads.has(caip2) || ledElsewhere.has(caip2)) {
        leaderlessSince.delete(caip2);
        return false;
      }
      const since = leaderlessSince.get(caip2) ?? now;
      leaderlessSince.set(caip2, since);
      return now - since > headAgeMaxS * 1_000;
    });
  }

  /** The chains that this process leads and that stand still. */
  async function still(): Promise<{ readonly away: readonly Chain[]; readonly late: readonly Chain[] }> {
    const uptimeS = (nowMs() - startedMs) / 1_000;
    const own = chains.filter(({ caip2 }) => leads.has(caip2));
    if (own.length === 0) return { away: [], late: [] };
    const states = await chainAvailability.read(own.map(({ caip2 }) => caip2));
    const stateOf = ({ caip2 }: Chain) => states.find(({ chain }) => chain === caip2);
    const isAway = (chain: Chain): boolean => (stateOf(chain)?.report?.awayS ?? null) !== null;
    return {
      away: own.filter(isAway),
      late: own.filter((chain) => {
        const { headAgeS = null } = stateOf(chain) ?? {};
        const isLate = headAgeS === null || headAgeS > chain.headAgeMaxS;
        return isLate && uptimeS > chain.headAgeMaxS && !isAway(chain);
      }),
    };
  }

  return async () => {
    const { away, late } = await still();
    const problems = [
      [away, "led here without nodes: none of the RPC URLs responds"],
      [late, "not followed, although led here"],
      [await leaderless(), "led by no worker"],
    ] as const;
    const texts = problems
      .filter(([found]) => found.length > 0)
      .map(([found, what]) => `${found.map(({ caip2 }) => caip2).join(", ")} ${what}`);
    return texts.length === 0 ? null : texts.join("; ");
  };
}
