// Checks passwords, with limits on the work and on guesses. A wrong password, an unknown user and a user without a
// password cannot be told apart.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { TokenBuckets } from "../../concurrency/token-buckets.ts";
import { hashPassword, passwordMatches } from "../../merchant/password.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import type { Rate } from "../../settings/rate-limits.ts";
import type { Networks } from "../request/network-of.ts";
import { RequestError } from "../request/request-error.ts";

/**
 * What is known of the sender. Strangers compete with each other only: signed-in users and browsers that signed in
 * before have hashes and limits of their own.
 */
export type Sender =
  | { readonly type: "stranger"; readonly networks: Networks }
  /** A browser in which the user has signed in before, by its cookie. */
  | { readonly type: "device"; readonly device: string }
  | { readonly type: "session"; readonly userId: string };

interface Attempt {
  /** The email address or user id that signs in. */
  readonly name: string;
  readonly from: Sender;
  readonly password: string;
  /** PHC string; null: there is no such user, or no password. */
  readonly stored: string | null;
}

export interface Passwords {
  /** @throws RequestError rate_limited after too many wrong ones; Refusal rate_limited while many are checked */
  matches(attempt: Attempt): Promise<boolean>;
  /** @throws Refusal rate_limited while many are checked */
  hash(from: Sender, password: string): Promise<string>;
}

/** Three of the four threads that Node shares between hashes, files and names; each hash takes 32 MiB. */
const AT_ONCE_MAX = { strangers: 2, known: 1 } as const;
const WAIT_MS = { strangers: 5_000, known: 30_000 } as const;
const OF_OWNER_WAITING_MAX = { strangers: 10, known: 3 } as const;
/** Two hashes take 0.2 s, so the last of them is checked within the wait. */
const WAITING_MAX = 50;
const RETRY_AFTER_S = 5;

/**
 * Wrong passwords. Guesses at one user from many networks are limited as well: a stranger can thereby delay a user's
 * sign-in in a new browser, but not by passkey or in a browser that signed in before. A provider gives one line up to a
 * /48 of IPv6, so its networks are counted together too.
 */
const WRONG = {
  userFromNetwork: { quota: 5, windowS: 900 },
  networks: [
    { quota: 20, windowS: 300 },
    { quota: 40, windowS: 300 },
    { quota: 80, windowS: 300 },
  ],
  user: { quota: 50, windowS: 3_600 },
  device: { quota: 10, windowS: 900 },
  session: { quota: 10, windowS: 900 },
} as const;

/** The buckets of wrong passwords that an attempt draws on. */
function bucketsOf({ name, from }: Attempt): readonly (readonly [owner: string, rate: Rate])[] {
  if (from.type === "session") return [[`session of ${from.userId}`, WRONG.session]];
  if (from.type === "device") return [[`device ${from.device}`, WRONG.device]];
  const [network] = from.networks;
  return [
    [`user ${name} from ${network}`, WRONG.userFromNetwork],
    ...from.networks.map((each, index) => [`network ${index} ${each}`, WRONG.networks[index] ?? WRONG.user] as const),
    [`user ${name}`, WRONG.user],
  ];
}

const slots = (of: "strangers" | "known"): Semaphore =>
  new Semaphore({
    atOnceMax: AT_ONCE_MAX[of],
    ofOwnerMax: AT_ONCE_MAX[of],
    ofOwnerWaitingMax: OF_OWNER_WAITING_MAX[of],
    waitingMax: WAITING_MAX,
    waitMs: WAIT_MS[of],
    tooMany: () =>
      new Refusal("rate_limited", "Too many sign-ins at once: try again in a moment", { retryAfterS: RETRY_AFTER_S }),
  });

export function createPasswords(nowMs: () => number = () => performance.now()): Passwords {
  const [strangers, known] = [slots("strangers"), slots("known")];
  const buckets = new TokenBuckets();

  /** The widest network is the owner of a stranger's place, so that one line cannot fill the queue. */
  const run = <Result>(from: Sender, work: () => Promise<Result>): Promise<Result> =>
    from.type === "stranger"
      ? strangers.run(from.networks.at(-1) ?? "", work)
      : known.run(from.type === "session" ? from.userId : from.device, work);

  /** Takes a token of each bucket. @returns gives them back */
  function admit(attempt: Attempt): () => void {
    const taken: string[] = [];
    const giveBack = () => {
      for (const owner of taken) buckets.give(owner);
    };
    for (const [owner, rate] of bucketsOf(attempt)) {
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
      const { from, password, stored } = attempt;
      const isRight = await run(from, () => passwordMatches(password, stored)).catch((error: unknown) => {
        giveBack();
        throw error;
      });
      if (isRight) giveBack();
      return isRight;
    },
    hash: (from, password) => run(from, () => hashPassword(password)),
  };
}

const tooManyWrong = (nextInS: number): RequestError =>
  new RequestError("rate_limited", {
    message: "Too many wrong passwords: wait, then try again",
    headers: { "retry-after": String(nextInS) },
  });
