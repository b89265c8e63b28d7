// What this installation takes.
import { useQuery } from "@tanstack/react-query";
import { request } from "./connection.ts";

export interface AcceptedAsset {
  /** CAIP-19. */
  readonly asset: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly pays: string;
  /** CAIP-2. */
  readonly chain: string;
  readonly chainName: string;
  readonly explorerUrl: string | null;
}

const readAssets = (signal: AbortSignal): Promise<{ readonly assets: readonly AcceptedAsset[] }> =>
  request({ method: "GET", path: "/assets", signal });

/** They change only when the operator restarts the service. */
export const useAssets = () =>
  useQuery({
    queryKey: ["assets"],
    queryFn: ({ signal }) => readAssets(signal),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ assets }) => assets,
  });
