// Work that takes long, of which a caller may have a few at a time. Each process counts its own.
import { RequestError } from "../request/request-error.ts";

const RETRY_AFTER_S = 5;

export interface FewAtATime {
  /** @returns called once when the work has ended @throws RequestError rate_limited */
  begin(caller: string): () => void;
}

export function createFewAtATime(most: number): FewAtATime {
  const running = new Map<string, number>();
  return {
    begin(caller) {
      const count = running.get(caller) ?? 0;
      if (count >= most) {
        throw new RequestError("rate_limited", {
          message: `At most ${most} of these at a time: wait until one has ended`,
          headers: { "retry-after": String(RETRY_AFTER_S) },
        });
      }
      running.set(caller, count + 1);
      return () => {
        const left = (running.get(caller) ?? 0) - 1;
        if (left > 0) running.set(caller, left);
        else running.delete(caller);
      };
    },
  };
}
