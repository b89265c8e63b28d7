import { useQuery } from "@tanstack/react-query";
import type { Assets } from "../../../contract/console/records.ts";
import { request } from "./connection.ts";

export type AcceptedAsset = Assets["assets"][number];

/** Whether a treasury takes payments for merchants that have no destination. */
export const hasAnyTreasury = (assets: readonly AcceptedAsset[]): boolean =>
  assets.some(({ hasTreasury }) => hasTreasury);

export const readAssets = (signal: AbortSignal): Promise<Assets> => request({ method: "GET", path: "/assets", signal });

/** Assets change only when the operator restarts the service. */
export const useAssets = () =>
  useQuery({
    queryKey: ["assets"],
    queryFn: ({ signal }) => readAssets(signal),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ assets }) => assets,
  });
