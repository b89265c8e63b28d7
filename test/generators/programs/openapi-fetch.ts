import createClient from "openapi-fetch";
import { type Facts, filtersOf, type Seen } from "./facts.js";
import type { paths, webhooks } from "./generated/paths.js";

/** Compiles only if the specification types a webhook's body. */
type Paid = webhooks["payment.succeeded"]["post"]["requestBody"]["content"]["application/json"];
export const orderOf = ({ type, data }: Paid): string =>
  `${type satisfies "payment.succeeded"} ${data.payment.referenceId}`;

export async function see(facts: Facts): Promise<Seen> {
  const { baseUrl, headers, paymentId, cancel } = facts;
  const client = createClient<paths>({ baseUrl, headers });
  const query = filtersOf(facts);
  const holding = client.GET("/v1/payments/{id}/status", {
    params: { path: { id: paymentId }, query: { maxPollMs: 30_000 } },
  });
  const first = await client.GET("/v1/payments", { params: { query } });
  if (!first.data) throw new Error(first.error.message);
  const cursor = first.data.nextCursor ?? "";
  const second = await client.GET("/v1/payments", { params: { query: { ...query, cursor } } });
  const merchants = await client.GET("/v1/merchants", { params: { query: { search: "shop", limit: 5 } } });
  await cancel();
  const held = await holding;
  return {
    references: [first.data, second.data].flatMap((page) => page?.data ?? []).map(({ referenceId }) => referenceId),
    merchants: merchants.data?.totalCount ?? -1,
    status: held.data?.status ?? "none",
  };
}
