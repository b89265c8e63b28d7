// What of an injected wallet runs in the page: an EIP-1193 provider whose every request is answered in the test's process, and
// its announcement by EIP-6963. Playwright hands these functions over as text, so each stands by itself.

/** As a wallet shows itself (EIP-6963 `EIP6963ProviderInfo`); a hostile one may say anything. */
export interface WalletInfo {
  readonly uuid: string;
  readonly name: string;
  readonly icon: string;
  readonly rdns: string;
}

export interface ProviderSetup {
  /** Which of the test's wallets it is. */
  readonly id: string;
  readonly info: unknown;
  readonly isAnnounced: boolean;
  /** Whether it is window.ethereum, too. */
  readonly isLegacy: boolean;
  /** Function of the page that asks the test's process. */
  readonly ask: string;
  /** Map of the page by which events come from there. */
  readonly events: string;
}

/** What the test's process answers a request with. */
export type ProviderAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** Runs in each document before its own scripts. */
export function installProvider({ id, info, isAnnounced, isLegacy, ask, events }: ProviderSetup): void {
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
