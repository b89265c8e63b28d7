// How long the relayer waits, by its chain's block time.

export interface RelayTimes {
  /** A batch still unmined this long after sending is resent, with higher fees if blocks were mined without it. */
  readonly resendAfterMs: number;
  /**
   * How long payments wait for others to fill their batch, while the relayers have batches in flight. Of payments that
   * do not all fit, one goes before others only if it was queued at most this long after them.
   */
  readonly fillMaxMs: number;
}

/** A batch not mined by then was dropped or outbid. */
const RESEND_AFTER_BLOCKS = 5;
const RESEND_AFTER_MS_MIN = 5_000;
/** The last payments of a burst must not miss the next block only because too few follow them. */
const FILL_BLOCKS = 1 / 2;
const FILL_MS_MIN = 250;
const FILL_MS_MAX = 6_000;

export const relayTimes = (blockTimeS: number): RelayTimes => ({
  resendAfterMs: Math.max(blockTimeS * 1_000 * RESEND_AFTER_BLOCKS, RESEND_AFTER_MS_MIN),
  fillMaxMs: Math.min(Math.max(blockTimeS * 1_000 * FILL_BLOCKS, FILL_MS_MIN), FILL_MS_MAX),
});
