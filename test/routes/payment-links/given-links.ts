// Payment links, and buyers who use their pages.
import type { Static } from "typebox";
import type { PaymentLink } from "../../../src/contract/payment-links/payment-links.ts";
import type { TestServer } from "../../harness/server/server.ts";

export type WireLink = Static<typeof PaymentLink>;

export const FIXED = { unit: "iso4217/USD", value: "1000" };
export const OPEN = { unit: "iso4217/USD", min: "100", max: "50000", suggested: "1250" };

export const linkBody = (changes: object = {}) => ({ amount: FIXED, ...changes });

export async function givenLink(server: Pick<TestServer, "call">, changes: object = {}): Promise<WireLink> {
  const { status, body } = await server.call<WireLink>({ path: "/v1/payment-links", body: linkBody(changes) });
  if (status !== 201) throw new Error(`no payment link: ${JSON.stringify(body)}`);
  return body;
}

export const readLink = async (server: Pick<TestServer, "call">, id: string): Promise<WireLink> =>
  (await server.call<WireLink>({ path: `/v1/payment-links/${id}` })).body;

/** A browser: it keeps its cookie, and sends the page's form. */
export class LinkVisitor {
  readonly #url: string;
  #cookie = "";

  constructor({ baseUrl }: Pick<TestServer, "baseUrl">, { id }: Pick<WireLink, "id">) {
    this.#url = `${baseUrl}/pay-links/${id}`;
  }

  /** Its payment's id if the page leads to one. */
  async open(headers: Record<string, string> = {}) {
    const response = await fetch(this.#url, {
      headers: { ...headers, ...(this.#cookie && { cookie: this.#cookie }) },
      redirect: "manual",
    });
    const html = await response.text();
    const visitor = /name="visitor" value="([^"]*)"/.exec(html)?.[1] ?? "";
    return { status: response.status, html, visitor, paymentId: paymentIn(response) };
  }

  /** The payment's id if it leads to one, else the status and the page. */
  async send(
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; paymentId: string | null; html: string }> {
    const response = await fetch(this.#url, {
      method: "POST",
      headers: { ...headers, ...(this.#cookie && { cookie: this.#cookie }) },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    this.#cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.#cookie;
    return { status: response.status, paymentId: paymentIn(response), html: await response.text() };
  }

  /** Opens the page and sends its form. */
  async pay(fields: Record<string, string> = {}) {
    const { visitor } = await this.open();
    return this.send({ visitor, ...fields });
  }
}

const paymentIn = ({ headers }: Response): string | null =>
  /^\/(pay_[^?]+)/.exec(headers.get("location") ?? "")?.[1] ?? null;
