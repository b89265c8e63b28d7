// The books by month, and a merchant's monthly statement.
import { useQuery } from "@tanstack/react-query";
import type { BookMonths, Statement } from "../../../../contract/console/books.ts";
import { request } from "../connection.ts";

export type BookMonth = BookMonths["months"][number];
export type { Statement };

const PATH = "/books";

export const useBookMonths = () =>
  useQuery({
    queryKey: ["books"],
    queryFn: ({ signal }) => request<BookMonths>({ method: "GET", path: PATH, signal }),
    select: ({ months }) => months,
  });

export const closeBookMonth = (month: string) =>
  request<NonNullable<BookMonth["closing"]>>({ method: "POST", path: `${PATH}/closed-months`, body: { month } });

export const useStatement = (month: string, merchantId: string) =>
  useQuery({
    queryKey: ["books", "statement", month, merchantId],
    queryFn: ({ signal }) =>
      request<Statement>({ method: "GET", path: `${PATH}/statement`, query: { month, merchantId }, signal }),
  });
