import { type Facts, filtersOf, type Seen } from "./facts.js";
import { createClient } from "./generated/hey-api/client/index.js";
import type { PaymentSucceededEvent } from "./generated/hey-api/index.js";
import { getPaymentStatus, listMerchants, listPayments } from "./generated/hey-api/index.js";

export const orderOf = ({ data }: PaymentSucceededEvent): string => data.payment.referenceId;

export async function see(facts: Facts): Promise<Seen> {
  const { baseUrl, headers, paymentId, cancel } = facts;
  const client = createClient({ baseUrl, headers });
  const query = filtersOf(facts);
  const holding = getPaymentStatus({
    client,
    path: { id: paymentId },
    query: { maxPollMs: 30_000 },
    throwOnError: true,
  });
  const first = await listPayments({ client, query, throwOnError: true });
  const cursor = first.data.nextCursor ?? "";
  const second = await listPayments({ client, query: { ...query, cursor }, throwOnError: true });
  const merchants = await listMerchants({ client, query: { search: "shop", limit: 5 }, throwOnError: true });
  await cancel();
  const held = await holding;
  return {
    references: [first, second].flatMap(({ data }) => data.data).map(({ referenceId }) => referenceId),
    merchants: merchants.data.totalCount,
    status: held.data.status,
  };
}
