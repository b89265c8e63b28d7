// The monthly statement of a merchant: the entries of its books, summed up by currency and token.
import type { Month } from "../../payment/books/entry.ts";
import { type OpenExceptions, type Statement, Summing } from "../../payment/books/statement.ts";
import { merchantNotFound } from "../errors/refusal.ts";
import { type BookPorts, closingOf, entriesOf } from "./month.ts";

export interface StatementStore {
  /** A merchant of the partner, also if it is deleted; null: there is none. The name is erased with the merchant. */
  merchant(
    partnerId: string,
    merchantId: string,
  ): Promise<{ readonly name: string; readonly email: string | null } | null>;
  openExceptions(partnerId: string, merchantId: string, at: Date): Promise<readonly OpenExceptions[]>;
  /** The partner's name, and when its books begin. */
  partner(partnerId: string): Promise<{ readonly name: string; readonly since: Date }>;
}

/** @throws Refusal merchant_not_found; BooksError like an export */
export async function statementOf(
  ports: BookPorts & { readonly statements: StatementStore },
  { partnerId, merchantId, month }: { readonly partnerId: string; readonly merchantId: string; readonly month: Month },
): Promise<Statement> {
  const merchant = await ports.statements.merchant(partnerId, merchantId);
  if (!merchant) throw merchantNotFound();
  const books = { partnerId, merchantIds: [merchantId], month };
  const closing = await closingOf(ports, books);
  const summing = new Summing();
  for await (const entries of entriesOf(ports, books)) {
    for (const entry of entries) summing.add(entry);
  }
  return {
    merchant: { id: merchantId, ...merchant },
    partner: (await ports.statements.partner(partnerId)).name,
    month,
    closing,
    ...summing.sums(),
    openBefore: await ports.statements.openExceptions(partnerId, merchantId, month.from),
    openAfter: await ports.statements.openExceptions(partnerId, merchantId, month.to),
  };
}
