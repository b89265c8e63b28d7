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

interface MadeUpConfirmation {
  readonly method: "deposit" | "eip3009" | "permit2" | "erc20";
  readonly relayState: "queued" | "held" | "external";
}

/** Confirms a payment on a chain that no worker follows, so that it stays under way. */
export async function confirmElsewhere(
  { sql }: Pick<TestServer, "sql">,
  paymentId: string,
  { method, relayState }: MadeUpConfirmation,
): Promise<void> {
  const proof = method === "erc20" ? "transaction_hash" : "signature";
  await sql(
    `with moved as (update payments set status = 'processing' where id = $1)
     insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token,
       payer, amount, destination, fee, fee_ppm, fee_receiver, deadline_s, ${proof}, required_depth, relay_state)
     select id, partner_id, sha256('made up'), 'a', $2, 'merchant', 'c', 'r', 't', 'p', 1, 'd', 0, 0, 'f', 1,
            sha256('made up'), 1, $3 from payments where id = $1`,
    [paymentId, method, relayState],
  );
}
