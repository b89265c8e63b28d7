// Sends a collection's requests as Postman does.
import type { Facts, Seen } from "./programs/facts.ts";

interface Request {
  readonly method: string;
  readonly header: readonly { key: string; value: string }[];
  readonly url: { readonly path: readonly string[]; readonly query: readonly { key: string }[] };
}

interface Item {
  readonly item?: readonly Item[];
  readonly request?: Request;
}

export interface Collection extends Item {
  readonly variable: readonly { key: string; value: string }[];
}

/** By method and path: `GET v1/payments/:id/status`. */
type Requests = ReadonlyMap<string, Request>;

export const requestsOf = (collection: Collection): Requests =>
  new Map(
    [collection.item ?? []].flat().flatMap(function nested({ item = [], request }): [string, Request][] {
      return request ? [[`${request.method} ${request.url.path.join("/")}`, request]] : item.flatMap(nested);
    }),
  );

/** Fills the variables and parameters that the collection has; a value without a place is an error. */
async function send<Body>(
  requests: Requests,
  { baseUrl, headers }: Facts,
  name: string,
  query: Record<string, string | string[]>,
  id = "",
): Promise<Body> {
  const request = requests.get(name);
  if (!request) throw new Error(`the collection has no ${name}`);
  const url = new URL(request.url.path.map((part) => (part === ":id" ? id : part)).join("/"), baseUrl);
  for (const [key, values] of Object.entries(query)) {
    if (!request.url.query.some((parameter) => parameter.key === key)) throw new Error(`${name} has no ${key}`);
    for (const value of [values].flat()) url.searchParams.append(key, value);
  }
  const response = await fetch(url, { method: request.method, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return body as Body;
}

interface Page {
  readonly data: readonly { referenceId: string }[];
  readonly nextCursor: string;
}

export async function seeWith(requests: Requests, facts: Facts): Promise<Seen> {
  const { paymentId, since, cancel } = facts;
  const query = {
    status: ["requires_action", "processing"],
    startTs: since,
    sortBy: "amount",
    sortDir: "asc",
    limit: "1",
  };
  const status = "GET v1/payments/:id/status";
  const holding = send<Seen>(requests, facts, status, { maxPollMs: "30000" }, paymentId);
  const first = await send<Page>(requests, facts, "GET v1/payments", query);
  const second = await send<Page>(requests, facts, "GET v1/payments", { ...query, cursor: first.nextCursor });
  const filter = { search: "shop", limit: "5" };
  const merchants = await send<{ totalCount: number }>(requests, facts, "GET v1/merchants", filter);
  await cancel();
  return {
    references: [first, second].flatMap(({ data }) => data).map(({ referenceId }) => referenceId),
    merchants: merchants.totalCount,
    status: (await holding).status,
  };
}
