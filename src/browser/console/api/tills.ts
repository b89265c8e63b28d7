// Tills: pairing, listing and revoking them. The key is empty for a user, who has confirmed by other means.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { segment } from "../../../client/call.ts";
import type { PairingCreated, PairingFound, ReceiptNumbers, Tills } from "../../../contract/console/tills.ts";
import { request, requestOnceWithKey, serverNowMs } from "./connection.ts";
import type { Session } from "./session.ts";

export type TillEntry = Tills["tills"][number];
export type Pairing = PairingCreated;

const PATH = "/tills";

const listTills = (signal: AbortSignal) => request<Tills>({ method: "GET", path: PATH, signal });

/** @param readEveryMs false: it is read once */
export const useTills = (readEveryMs: number | false = false) =>
  useQuery({
    queryKey: ["tills"],
    queryFn: ({ signal }) => listTills(signal),
    refetchInterval: readEveryMs,
    select: ({ tills }) => tills,
  });

export const createTill = (apiKey: string, body: { readonly name: string; readonly merchantId: string }) =>
  requestOnceWithKey(apiKey)<Pairing>({ method: "POST", path: PATH, body });

export const pairAgain = (apiKey: string, id: string) =>
  requestOnceWithKey(apiKey)<Pairing>({ method: "POST", path: `${PATH}/${segment(id)}/pairing`, body: {} });

export const revokeTill = (id: string) =>
  request<{ readonly revoked: true }>({ method: "DELETE", path: `${PATH}/${segment(id)}` });

/** What the code pairs a device as. */
export const findPairing = (code: string, signal?: AbortSignal) =>
  request<PairingFound>({ method: "POST", path: "/pairing", body: { code }, signal });

/** Pairs this device. */
export const pairDevice = (code: string) => request<Session>({ method: "POST", path: "/pair", body: { code } });

/** A sale may be charged before midnight and paid after it. */
const DAY_MS = 86_400_000;

/** Gives this till's paid sales of yesterday and today their receipt numbers. */
export const numberReceipts = (signal?: AbortSignal) =>
  request<ReceiptNumbers>({
    method: "POST",
    path: "/receipt-numbers",
    body: {
      since: new Date(startOfTodayMs() - DAY_MS).toISOString(),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    signal,
  });

/** Midnight by this device's time zone. */
export function startOfTodayMs(): number {
  const now = new Date(serverNowMs());
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
}

/**
 * Receipt numbers by payment.
 * @param paid the ids of paid sales; others ask for no numbers
 */
export const useReceiptNumbers = (paid: readonly string[]): ReadonlyMap<string, number> => {
  const { data } = useQuery({
    queryKey: ["receipt-numbers", ...paid],
    queryFn: ({ signal }) => numberReceipts(signal),
    enabled: paid.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map(data?.receipts.map(({ paymentId, number }) => [paymentId, number]));
};
