import createClient from "openapi-fetch";
import type { Facts, Seen } from "./facts.js";
import type { paths, webhooks } from "./generated/paths.js";

/** Compiles only if the specification types a webhook's body. */
type Paid = webhooks["payment.succeeded"]["post"]["requestBody"]["content"]["application/json"];
export const orderOf = ({ type, data }: Paid): string =>
  `${type satisfies "payment.succeeded"} ${data.payment.referenceId}`;

export async function see({ baseUrl, headers, paymentId, since, cancel }: Facts): Promise<Seen> {
  const client = createClient<paths>({ baseUrl, headers });
  const status: ["requires_action", "processing"] = ["requires_action", "processing"];
  const query = { status, startTs: since, sortBy: "amount", sortDir: "asc", limit: 1 } as const;
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
