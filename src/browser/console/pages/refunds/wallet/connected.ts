// The wallet that signs refunds. It is connected once, and stays so while the reader moves between the pages.
import { useEffect, useState, useSyncExternalStore } from "react";
import { accountsOf } from "../../../../../client/index.ts";
import { discoverWallets, type FoundWallet } from "../../../../wallet/discovery.ts";

export interface Connected {
  readonly wallet: FoundWallet;
  /** The wallet's accounts, the active one first. */
  readonly addresses: readonly string[];
}

let connected: Connected | null = null;
let unwatch: () => void = () => {};
const listeners = new Set<() => void>();

function set(next: Connected | null): void {
  connected = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** An account has the same address on every EVM chain. */
const ANY_CHAIN = "eip155:1";

/** @throws PayError refused_in_wallet, wallet_busy */
export async function connectWallet(wallet: FoundWallet): Promise<void> {
  const accounts = await accountsOf(wallet.provider, [ANY_CHAIN]);
  unwatch();
  unwatch = watch(wallet);
  const addresses = accounts.map((account) => account.slice(ANY_CHAIN.length + 1));
  set(addresses.length > 0 ? { wallet, addresses } : null);
}

export function disconnectWallet(): void {
  unwatch();
  set(null);
}

function watch(wallet: FoundWallet): () => void {
  const { provider } = wallet;
  const onAccounts = (accounts: unknown) => {
    const addresses = Array.isArray(accounts) ? accounts.filter((each) => typeof each === "string") : [];
    set(addresses.length > 0 ? { wallet, addresses } : null);
  };
  provider.on?.("accountsChanged", onAccounts);
  return () => void provider.removeListener?.("accountsChanged", onAccounts);
}

export const useConnected = (): Connected | null => useSyncExternalStore(subscribe, () => connected);

/** The wallets in this browser. */
export function useWallets(): readonly FoundWallet[] {
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => discoverWallets(setWallets), []);
  return wallets;
}
