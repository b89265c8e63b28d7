// Changes of destinations that a second person approves. Those that `useConfirmedKey` guards take a key, which is empty
// for a user.
import { useQuery } from "@tanstack/react-query";
import { segment } from "../../../client/call.ts";
import type {
  AskBody,
  ChangeRequests,
  Decided,
  SecondPersonChanged,
} from "../../../contract/console/change-requests.ts";
import { request, requestOnceWithKey, requestWithKey } from "./connection.ts";

export type ChangeRequest = ChangeRequests["requests"][number];
export type AskedChange = AskBody["change"];

const PATH = "/change-requests";

/** Other people may decide at any time. */
const FRESH_MS = 30_000;

/**
 * @param isEnabled false for callers who have no right to see them
 * @param merchantId only those of this merchant
 */
export const useChangeRequests = (isEnabled: boolean, merchantId?: string) =>
  useQuery({
    queryKey: ["change-requests", merchantId ?? null],
    queryFn: ({ signal }) =>
      request<ChangeRequests>({
        method: "GET",
        path: PATH,
        query: merchantId === undefined ? {} : { merchantId },
        signal,
      }),
    staleTime: FRESH_MS,
    enabled: isEnabled,
  });

/** Asking again for the same change returns the open request. */
export const askForChange = (apiKey: string, body: AskBody) =>
  requestWithKey(apiKey)<{ readonly id: string }>({ method: "POST", path: PATH, body });

const decision = (id: string, name: string) =>
  ({ method: "POST", path: `${PATH}/${segment(id)}/${name}`, body: {} }) as const;

export const approveChange = (apiKey: string, id: string) =>
  requestOnceWithKey(apiKey)<Decided>(decision(id, "approve"));

export const rejectChange = (id: string) => request<Decided>(decision(id, "reject"));

export const withdrawChange = (id: string) => request<Decided>(decision(id, "withdraw"));

export const requireSecondPerson = (apiKey: string, isRequired: boolean) =>
  requestOnceWithKey(apiKey)<SecondPersonChanged>({ method: "PUT", path: "/second-person", body: { isRequired } });
