// Checks passwords, with limits on the work and on guesses. A wrong password, an unknown user and a user without a
// password cannot be told apart.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { TokenBuckets } from "../../concurrency/token-buckets.ts";
import { hashPassword, passwordMatches } from "../../merchant/password.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import type { Rate } from "../../settings/rate-limits.ts";
import { RequestError } from "../request/request-error.ts";

interface Attempt {
  /** The email address or user id that signs in. */
  readonly name: string;
  /** `networkOf` the client's address. */
  readonly network: string;
  readonly password: string;
  /** PHC string; null: there is no such user, or no password. */
  readonly stored: string | null;
}

export interface Passwords {
  /** @throws RequestError rate_limited after too many wrong ones; Refusal rate_limited while many are checked */
  matches(attempt: Attempt): Promise<boolean>;
  /** @throws Refusal rate_limited while many are checked */
  hash(network: string, password: string): Promise<string>;
}

/** Two of the four threads that Node shares between hashes, files and names; each hash takes 32 MiB. */
const AT_ONCE_MAX = 2;
const WAIT_MS = 5_000;
const OF_NETWORK_WAITING_MAX = 10;
/** Two hashes take 0.2 s, so the last of them is checked within the wait. */
const WAITING_MAX = 50;
const RETRY_AFTER_S = 5;

/**
 * Wrong passwords. Guesses at one user from many networks are limited as well; that a stranger can thereby delay a
 * user's sign-in is why the limit per network is lower.
 */
const WRONG = {
  userFromNetwork: { quota: 5, windowS: 900 },
  network: { quota: 20, windowS: 300 },
  user: { quota: 50, windowS: 3_600 },
} as const satisfies Record<string, Rate>;

export function createPasswords(nowMs: () => number = () => performance.now()): Passwords {
  const work = new Semaphore({
    atOnceMax: AT_ONCE_MAX,
    ofOwnerMax: AT_ONCE_MAX,
    ofOwnerWaitingMax: OF_NETWORK_WAITING_MAX,
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS,
    tooMany: () =>
      new Refusal("rate_limited", "Too many sign-ins at once: try again in a moment", { retryAfterS: RETRY_AFTER_S }),
  });
  const buckets = new TokenBuckets();

  /** Takes a token of each bucket. @returns gives them back */
  function admit({ name, network }: Attempt): () => void {
    const rates: readonly [owner: string, rate: Rate][] = [
      [`user ${name} from ${network}`, WRONG.userFromNetwork],
      [`network ${network}`, WRONG.network],
      [`user ${name}`, WRONG.user],
    ];
    const taken: string[] = [];
    const giveBack = () => {
      for (const owner of taken) buckets.give(owner);
    };
    for (const [owner, rate] of rates) {
      const { isAllowed, nextInS } = buckets.take(owner, rate, nowMs());
      if (!isAllowed) {
        giveBack();
        throw tooManyWrong(nextInS);
      }
      taken.push(owner);
    }
    return giveBack;
  }

  return {
    async matches(attempt) {
      const giveBack = admit(attempt);
      const { network, password, stored } = attempt;
      const isRight = await work
        .run(network, () => passwordMatches(password, stored))
        .catch((error: unknown) => {
          giveBack();
          throw error;
        });
      if (isRight) giveBack();
      return isRight;
    },
    hash: (network, password) => work.run(network, () => hashPassword(password)),
  };
}

const tooManyWrong = (nextInS: number): RequestError =>
  new RequestError("rate_limited", {
    message: "Too many wrong passwords: wait, then try again",
    headers: { "retry-after": String(nextInS) },
  });
