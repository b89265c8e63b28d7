// Compares the heads of a chain's endpoints. A node that claims more blocks than the others never outranks them.

/** in_step: within the tolerance. behind and ahead: used only if the others fail. */
export type Standing = "in_step" | "behind" | "ahead";

export interface EndpointHead {
  readonly number: number;
  /** The endpoint's own newest block is old by the database's clock: it has stopped. Other nodes cannot cause this. */
  readonly isStale: boolean;
}

const LAG_MAX_S = 10;
/** The same limit in blocks, for slow chains: nodes learn of a block at different moments. */
const LAG_MAX_BLOCKS = 2;
const STALE_AFTER_S = 60;
/** The same limit in blocks, for slow chains. */
const STALE_AFTER_BLOCKS = 20;

/** Tolerance between two endpoints' heads, in blocks. */
export const lagMaxBlocks = (blockTimeS: number): number => Math.max(Math.ceil(LAG_MAX_S / blockTimeS), LAG_MAX_BLOCKS);

/** Whether a newest block with this time (Unix seconds) is old. A block of unknown time is not. */
export const isStale = (timeS: number | null, blockTimeS: number, nowMs: number): boolean =>
  timeS !== null && nowMs / 1000 - timeS > Math.max(STALE_AFTER_S, STALE_AFTER_BLOCKS * blockTimeS);

/** The reference for all heads: the lower median among endpoints that have not stopped. Null without heads. */
export function commonHead(heads: readonly EndpointHead[]): number | null {
  const running = heads.filter(({ isStale }) => !isStale);
  const numbers = (running.length > 0 ? running : heads).map(({ number }) => number).sort((a, b) => a - b);
  return numbers[Math.floor((numbers.length - 1) / 2)] ?? null;
}

export function standingOf(head: EndpointHead, common: number, lagMax: number): Standing {
  if (head.number < common - lagMax) return "behind";
  return head.number > common + lagMax ? "ahead" : "in_step";
}
