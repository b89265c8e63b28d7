// Checks passwords, with limits on the work and on guesses. A wrong password, an unknown address and a user without a
// password cannot be told apart, and an address of several users cannot be told from that of one.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { hashPassword, withPassword } from "../../merchant/password.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import type { Networks } from "../request/network-of.ts";
import { newPasswords, PasswordLimits, type Sender, wrongPasswords } from "./password-limits.ts";

interface HasPassword {
  /** PHC string; null: there is none. */
  readonly password: string | null;
}

interface Candidate extends HasPassword {
  /** The browser's mark if this user has signed in there before; null otherwise. */
  readonly device: string | null;
}

interface SignInAttempt<Each> {
  readonly email: string;
  readonly password: string;
  readonly networks: Networks;
  /** The users with this address. */
  readonly users: readonly Each[];
}

interface NewPassword {
  readonly partnerId: string;
  readonly email: string;
  readonly password: string;
  /** The address's. */
  readonly salt: Buffer;
}

export interface Passwords {
  /**
   * The users who sign in with this password.
   * @throws RequestError rate_limited after too many wrong ones; Refusal rate_limited while many are checked
   */
  signIn<Each extends Candidate>(attempt: SignInAttempt<Each>): Promise<readonly Each[]>;
  /** Whether it is the signed-in user's. @throws as `signIn` does */
  confirms(user: HasPassword & { readonly id: string }, password: string): Promise<boolean>;
  /** @throws RequestError rate_limited after too many for the address; Refusal rate_limited while many are checked */
  hash(from: Sender, of: NewPassword): Promise<string>;
}

/** Three of the four threads that Node shares between hashes, files and names; each hash takes 32 MiB. */
const AT_ONCE_MAX = { strangers: 2, known: 1 } as const;
const WAIT_MS = { strangers: 5_000, known: 30_000 } as const;
const OF_OWNER_WAITING_MAX = { strangers: 10, known: 3 } as const;
/** Two hashes take 0.2 s, so the last of them is checked within the wait. */
const WAITING_MAX = 50;
const RETRY_AFTER_S = 5;

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

const TOO_MANY_WRONG = "Too many wrong passwords: wait, then try again";
const TOO_MANY_NEW = "Too many new passwords for this address: wait, then try again";

/** The widest network is the owner of a stranger's place, so that one line cannot fill the queue. */
function ownerOf(from: Sender): string {
  if (from.type === "session") return from.userId;
  return from.type === "device" ? from.devices[0] : (from.networks.at(-1) ?? "");
}

export function createPasswords(nowMs: () => number = () => performance.now()): Passwords {
  const [strangers, known] = [slots("strangers"), slots("known")];
  const limits = new PasswordLimits(nowMs);

  /** The tokens come back if the work fails. */
  const run = <Result>(from: Sender, giveBack: () => void, work: () => Promise<Result>): Promise<Result> =>
    (from.type === "stranger" ? strangers : known).run(ownerOf(from), work).catch((error: unknown) => {
      giveBack();
      throw error;
    });

  return {
    async signIn({ email, password, networks, users }) {
      const asStranger = { type: "stranger", networks } as const;
      const [device, ...others] = users.flatMap((user) => user.device ?? []);
      const from: Sender = device === undefined ? asStranger : { type: "device", devices: [device, ...others] };
      const giveBack = limits.take(wrongPasswords(from, email), TOO_MANY_WRONG);
      const right = await run(from, giveBack, () => withPassword(password, users));
      if (from === asStranger ? right.length > 0 : right.some((user) => user.device !== null)) {
        giveBack();
        return right;
      }
      if (from === asStranger) return [];
      // To the users who have not signed in there, the browser is a stranger's, whether or not there are any.
      const giveBackAsStranger = limits.tryTake(wrongPasswords(asStranger, email));
      if (!giveBackAsStranger || right.length === 0) return [];
      giveBack();
      giveBackAsStranger();
      return right;
    },

    async confirms(user, password) {
      const from = { type: "session", userId: user.id } as const;
      const giveBack = limits.take(wrongPasswords(from, user.id), TOO_MANY_WRONG);
      const right = await run(from, giveBack, () => withPassword(password, [user]));
      if (right.length > 0) giveBack();
      return right.length > 0;
    },

    hash(from, { partnerId, email, password, salt }) {
      const giveBack = limits.take(newPasswords(partnerId, email), TOO_MANY_NEW);
      return run(from, giveBack, () => hashPassword(password, salt));
    },
  };
}
