// The browser's wallets: those announced by EIP-6963, otherwise window.ethereum. What wallets say about themselves is
// untrusted and validated before it is shown.
import type { Provider } from "../../client/index.ts";

/** EIP-1193, including the events that some wallets lack. */
export interface WalletProvider extends Provider {
  on?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
}

export interface FoundWallet {
  readonly id: string;
  /** Null if the wallet has not announced one. */
  readonly name: string | null;
  /** A data: URI of an image; null if there is none that may be shown. */
  readonly icon: string | null;
  readonly provider: WalletProvider;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A reversed domain name, such as io.metamask. */
const RDNS = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const RDNS_LENGTH_MAX = 253;
const ICON = /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/;
/** A 96 × 96 image takes tens of thousands. */
const ICON_LENGTH_MAX = 500_000;
const NAME_LENGTH_MAX = 40;
/** Characters that are invisible or change how other text is displayed. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;
/** Well above what real browsers have. */
const WALLETS_MAX = 20;
const FALLBACK_ID = "window.ethereum";

/**
 * @param onChange called immediately, and whenever another wallet is found
 * @returns the unsubscribe function
 */
export function discoverWallets(onChange: (wallets: readonly FoundWallet[]) => void): () => void {
  const announced = new Map<string, FoundWallet>();
  const tell = () => onChange(announced.size > 0 ? [...announced.values()] : fallback());
  const onAnnounce = (event: Event) => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
    // The first announcement wins: no wallet can take over another's place later.
    if (!wallet || announced.has(wallet.id) || announced.size >= WALLETS_MAX) return;
    announced.set(wallet.id, wallet);
    tell();
  };
  addEventListener("eip6963:announceProvider", onAnnounce);
  addEventListener("ethereum#initialized", tell);
  tell();
  dispatchEvent(new Event("eip6963:requestProvider"));
  return () => {
    removeEventListener("eip6963:announceProvider", onAnnounce);
    removeEventListener("ethereum#initialized", tell);
  };
}

/** Null if it is not a valid EIP-6963 announcement. */
export function readAnnouncement(detail: unknown): FoundWallet | null {
  const { info, provider } = objectOf(detail);
  const { uuid, name, icon, rdns } = objectOf(info);
  if (typeof uuid !== "string" || !UUID.test(uuid)) return null;
  if (typeof rdns !== "string" || rdns.length > RDNS_LENGTH_MAX || !RDNS.test(rdns)) return null;
  const shown = typeof name === "string" ? shownName(name) : "";
  if (shown === "" || !isProvider(provider)) return null;
  const isPicture = typeof icon === "string" && icon.length <= ICON_LENGTH_MAX && ICON.test(icon);
  return { id: uuid.toLowerCase(), name: shown, icon: isPicture ? icon : null, provider };
}

function shownName(name: string): string {
  const plain = name
    .slice(0, NAME_LENGTH_MAX * 2)
    .replace(UNSHOWN, "")
    .trim();
  const letters = [...plain];
  return letters.length > NAME_LENGTH_MAX ? `${letters.slice(0, NAME_LENGTH_MAX - 1).join("")}…` : plain;
}

function fallback(): readonly FoundWallet[] {
  const provider = (globalThis as { readonly ethereum?: unknown }).ethereum;
  return isProvider(provider) ? [{ id: FALLBACK_ID, name: null, icon: null, provider }] : [];
}

const isProvider = (value: unknown): value is WalletProvider => typeof objectOf(value).request === "function";

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
