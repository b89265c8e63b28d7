// The part of an injected wallet that runs in the page: an EIP-1193 provider that forwards every request to the test's
// process, and its EIP-6963 announcement. Playwright serialises these functions, so each is self-contained.

/** EIP-6963 `EIP6963ProviderInfo`; a hostile wallet announces anything. */
export interface WalletInfo {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

export interface ProviderSetup {
  /** Identifies the wallet within the test. */
  readonly id: string;
  readonly info: unknown;
  readonly isAnnounced: boolean;
  /** Whether it is also window.ethereum. */
  readonly isLegacy: boolean;
  /** Whether it also reaches pages in frames, which many wallets do not. */
  readonly isInFrames: boolean;
  /** Page function that calls the test's process. */
  readonly ask: string;
  /** Page map through which events arrive. */
  readonly events: string;
}

/** The test process's response to a request. */
export type ProviderAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** Runs in each document before its own scripts. */
export function installProvider({ id, info, isAnnounced, isLegacy, isInFrames, ask, events }: ProviderSetup): void {
  if (!isInFrames && window !== window.top) return;
  type Listener = (payload: unknown) => void;
  type Ask = (id: string, method: string, params: unknown) => Promise<ProviderAnswer>;
  const page = window as unknown as Record<string, unknown>;
  const listeners = new Map<string, Set<Listener>>();
  const of = (event: string): Set<Listener> => {
    const known = listeners.get(event) ?? new Set<Listener>();
    listeners.set(event, known);
    return known;
  };
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      const answer = await (page[ask] as Ask)(id, method, params ?? []);
      if ("result" in answer) return answer.result;
      const { code, message, data } = answer.error;
      throw Object.assign(new Error(message), { code, data });
    },
    on(event: string, listener: Listener) {
      of(event).add(listener);
      return provider;
    },
    removeListener(event: string, listener: Listener) {
      of(event).delete(listener);
      return provider;
    },
  };
  const wallets = (page[events] ?? new Map()) as Map<string, (event: string, payload: unknown) => void>;
  page[events] = wallets;
  wallets.set(id, (event, payload) => {
    for (const listener of of(event)) listener(payload);
  });
  if (isLegacy) page.ethereum = provider;
  if (!isAnnounced) return;
  const announce = () =>
    void window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}
