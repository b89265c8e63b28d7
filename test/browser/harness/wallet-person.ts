// The user of an injected wallet, as directed by a test: which requests they decline or ignore, and which they got.
import { RpcRefusal } from "./wallet-requests.ts";

export interface Asked {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface PersonForTest {
  /** Every request, in order. */
  readonly asked: readonly Asked[];
  /** Names of the requested methods, in order. */
  methods(): string[];
  /** Declined from now on. */
  refuse(...methods: readonly string[]): void;
  /** These calls get no response until `release`. */
  hold(...methods: readonly string[]): void;
  /** Answers held requests, and stops holding and declining these methods, or all. */
  release(...methods: readonly string[]): void;
  /** Overrides this method's response; throw `RpcRefusal` for an error. */
  answer(method: string, how: (params: readonly unknown[]) => unknown): void;
  /** Resolves once a method has been requested this many times. */
  untilAsked(method: string, times?: number): Promise<Asked>;
}

/** EIP-1193. */
const REFUSED = 4001;
/** A locked wallet opens its window and waits. */
const WANTS_UNLOCKED = ["eth_requestAccounts", "eth_signTypedData_v4", "eth_sendTransaction"];

interface Waiting {
  readonly method: string;
  readonly times: number;
  readonly resolve: (asked: Asked) => void;
}

export interface Person {
  readonly forTest: PersonForTest;
  /** Resolves once the person has decided. @throws RpcRefusal */
  decide(asked: Asked, consent: () => Promise<unknown>): Promise<unknown>;
  /** Requests that waited for the unlock are handled again. */
  settle(): void;
}

export function createPerson(isLocked: () => boolean): Person {
  const asked: Asked[] = [];
  const refused = new Set<string>();
  const held = new Set<string>();
  const answers = new Map<string, (params: readonly unknown[]) => unknown>();
  let paused: (() => void)[] = [];
  let waiting: Waiting[] = [];
  const times = (method: string) => asked.filter((each) => each.method === method);
  const settle = () => {
    const all = paused;
    paused = [];
    for (const goOn of all) goOn();
  };
  const mustWait = (method: string) => held.has(method) || (isLocked() && WANTS_UNLOCKED.includes(method));
  const note = (request: Asked) => {
    asked.push(request);
    const isMet = (each: Waiting) => each.method === request.method && times(each.method).length >= each.times;
    for (const each of waiting.filter(isMet)) each.resolve(request);
    waiting = waiting.filter((each) => !isMet(each));
  };
  return {
    settle,
    async decide(request, consent) {
      const { method, params } = request;
      note(request);
      while (mustWait(method)) await new Promise<void>((goOn) => paused.push(goOn));
      if (refused.has(method)) throw new RpcRefusal(REFUSED, "User rejected the request.");
      const answer = answers.get(method);
      return answer ? answer(params) : consent();
    },
    forTest: {
      asked,
      methods: () => asked.map(({ method }) => method),
      refuse: (...methods) => void methods.forEach((method) => void refused.add(method)),
      hold: (...methods) => void methods.forEach((method) => void held.add(method)),
      answer: (method, how) => void answers.set(method, how),
      release(...methods) {
        for (const method of methods.length > 0 ? methods : [...held, ...refused]) {
          held.delete(method);
          refused.delete(method);
        }
        settle();
      },
      untilAsked(method, atLeast = 1) {
        const before = times(method);
        const last = before.at(-1);
        if (last && before.length >= atLeast) return Promise.resolve(last);
        return new Promise((resolve) => void waiting.push({ method, times: atLeast, resolve }));
      },
    },
  };
}
