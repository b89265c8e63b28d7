// A browser wallet for tests: its provider runs in the page, with real keys and chains in this process. The test
// decides whether its user consents (the default), declines, keeps it locked or does not respond.
import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { type Hex, toHex } from "viem";
import type { TestServer } from "../../harness/server/server.ts";
import { createPerson, type PersonForTest } from "./wallet-person.ts";
import { installProvider, type ProviderAnswer, type WalletInfo } from "./wallet-provider.ts";
import { answerAsWallet, RpcRefusal, visibleAccounts, type WalletChain, type WalletState } from "./wallet-requests.ts";

export interface WalletOptions {
  readonly privateKeys: readonly Hex[];
  /** Known chains; the first is active. `chainsOf(server)` gives all of a test's server. */
  readonly chains: readonly WalletChain[];
  /** Chains it adds when a page asks for it. */
  readonly addableChains?: readonly WalletChain[];
  /** The announced data; a hostile wallet announces anything. */
  readonly info?: Partial<Record<keyof WalletInfo, unknown>>;
  /** Whether it announces itself by EIP-6963; true by default. */
  readonly isAnnounced?: boolean;
  /** Whether it is also window.ethereum. */
  readonly isLegacy?: boolean;
  /** Whether it also reaches pages in frames; true by default. */
  readonly isInFrames?: boolean;
  /** Whether the page was connected on an earlier visit. */
  readonly isConnected?: boolean;
  /** If locked, requests that need the person wait until `unlock`. */
  readonly isLocked?: boolean;
}

export interface InjectedWallet extends PersonForTest {
  lock(): Promise<void>;
  unlock(): Promise<void>;
  /** The person selects these accounts in the wallet. */
  useAccounts(privateKeys: readonly Hex[]): Promise<void>;
  /** The person selects another chain in the wallet. */
  useChain(number: number): Promise<void>;
}

const ASK = "__askWallet";
const EVENTS = "__walletEvents";
const INTERNAL_ERROR = -32603;
/** A blue square. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'%3E%3Cpath fill='%231a56db' d='M0 0h1v1H0z'/%3E%3C/svg%3E";

type Answerer = (method: string, params: readonly unknown[]) => Promise<ProviderAnswer>;
const answerersOf = new WeakMap<BrowserContext, Map<string, Answerer>>();

export const chainsOf = ({ places, installation }: Pick<TestServer, "places" | "installation">): WalletChain[] =>
  places.flatMap(({ rpcUrl }, index) => {
    const chain = installation.chains[index];
    return chain ? [{ number: chain.chainNumber, rpcUrl }] : [];
  });

/** Call before the page navigates. For several wallets, call it several times. */
export async function injectWallet(page: Page, options: WalletOptions): Promise<InjectedWallet> {
  const context = page.context();
  const id = randomUUID();
  const { answer, wallet } = createWallet(options, (event, payload) => emit(context, id, event, payload));
  (await answerersIn(context)).set(id, answer);
  await context.addInitScript(installProvider, {
    id,
    info: { uuid: randomUUID(), name: "Test wallet", icon: ICON, rdns: "example.test-wallet", ...options.info },
    isAnnounced: options.isAnnounced ?? true,
    isLegacy: options.isLegacy ?? false,
    isInFrames: options.isInFrames ?? true,
    ask: ASK,
    events: EVENTS,
  });
  return wallet;
}

async function answerersIn(context: BrowserContext): Promise<Map<string, Answerer>> {
  const known = answerersOf.get(context);
  if (known) return known;
  const answerers = new Map<string, Answerer>();
  answerersOf.set(context, answerers);
  await context.exposeBinding(ASK, (_source, id: string, method: string, params: unknown) =>
    answerers.get(id)?.(method, Array.isArray(params) ? params : [params]),
  );
  return answerers;
}

async function emit(context: BrowserContext, ...event: [id: string, name: string, payload: unknown]): Promise<void> {
  type Wallets = Map<string, (name: string, payload: unknown) => void>;
  for (const page of context.pages()) {
    await page.evaluate(
      ({ events, event: [id, name, payload] }) => {
        (window as unknown as Record<string, Wallets | undefined>)[events]?.get(id)?.(name, payload);
      },
      { events: EVENTS, event },
    );
  }
}

type Emit = WalletState["emit"];

function createWallet(options: WalletOptions, emit: Emit): { answer: Answerer; wallet: InjectedWallet } {
  const { privateKeys, chains, addableChains = [], isConnected = false, isLocked = false } = options;
  const [active] = chains;
  if (!active) throw new Error("a wallet knows at least one chain");
  const state: WalletState = { privateKeys, chains, addableChains, active, isConnected, isLocked, emit };
  const person = createPerson(() => state.isLocked);
  return {
    async answer(method, params) {
      try {
        const result = await person.decide({ method, params }, () => answerAsWallet(state, method, params));
        return { result: result ?? null };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof RpcRefusal) return { error: { code: error.code, message, data: error.data } };
        return { error: { code: INTERNAL_ERROR, message } };
      }
    },
    wallet: { ...person.forTest, ...movesOf(state, person.settle) },
  };
}

/** The person's actions in the wallet's own window. */
function movesOf(state: WalletState, settle: () => void) {
  const tellAccounts = () => state.emit("accountsChanged", visibleAccounts(state));
  return {
    async lock() {
      state.isLocked = true;
      await tellAccounts();
    },
    async unlock() {
      state.isLocked = false;
      settle();
      await tellAccounts();
    },
    async useAccounts(keys: readonly Hex[]) {
      state.privateKeys = keys;
      await tellAccounts();
    },
    async useChain(number: number) {
      const chain = state.chains.find((each) => each.number === number);
      if (!chain) throw new Error(`the wallet does not know chain ${number}`);
      state.active = chain;
      await state.emit("chainChanged", toHex(number));
    },
  };
}
