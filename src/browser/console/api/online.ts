// Whether this device has a connection, as the browser and React Query see it.
import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void): (() => void) => onlineManager.subscribe(listener);

export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

/** A browser may be wrong about being offline: with a response, everything that waits for the connection continues. */
export async function tryConnection(): Promise<void> {
  if (await serverResponds()) onlineManager.setOnline(true);
}

const PROBE_MS = 10_000;

export const serverResponds = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) }).then(
    () => true,
    () => false,
  );
