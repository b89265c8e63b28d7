// Tells of a state that lasts without filling the log: when it begins, after growing pauses while it lasts, and when it is
// over.

export interface Seldom {
  /** The state of `key` lasts: calls `say` if it has just begun, or if it is time to say it again. */
  lasts(key: string, say: (times: number) => void): void;
  /** It is over: calls `say` if it had been told of. */
  isOver(key: string, say: () => void): void;
}

/** Soon enough for a person who has just begun to look, and at last once an hour. */
const PAUSE_FIRST_MS = 60_000;
const PAUSE_MAX_MS = 3_600_000;

interface Lasting {
  times: number;
  pauseMs: number;
  nextMs: number;
}

export function createSeldom(nowMs: () => number = () => performance.now()): Seldom {
  const lasting = new Map<string, Lasting>();
  return {
    lasts(key, say) {
      const now = nowMs();
      const state = lasting.get(key);
      if (!state) {
        lasting.set(key, { times: 1, pauseMs: PAUSE_FIRST_MS, nextMs: now + PAUSE_FIRST_MS });
        say(1);
        return;
      }
      state.times += 1;
      if (now < state.nextMs) return;
      state.pauseMs = Math.min(2 * state.pauseMs, PAUSE_MAX_MS);
      state.nextMs = now + state.pauseMs;
      say(state.times);
    },
    isOver(key, say) {
      if (lasting.delete(key)) say();
    },
  };
}
