import { useQuery } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { Exceptions, ExceptionsQuery } from "../../../contract/payments/exceptions.ts";
import { request } from "./connection.ts";

export type ExceptionPage = Static<typeof Exceptions>;
export type ListedException = ExceptionPage["data"][number];

export const listExceptions = (query: Static<typeof ExceptionsQuery>, signal?: AbortSignal): Promise<ExceptionPage> =>
  request<ExceptionPage>({ method: "GET", path: "/v1/exceptions", query, signal });

export const resolveException = (id: string, note: string): Promise<ListedException> =>
  request<ListedException>({
    method: "POST",
    path: `/v1/exceptions/${encodeURIComponent(id)}/resolve`,
    body: { note },
  });

export const useExceptionsOf = (paymentId: string) =>
  useQuery({
    queryKey: ["payment", paymentId, "exceptions"],
    queryFn: ({ signal }) => listExceptions({ paymentId }, signal),
  });
