import { type Facts, filtersOf, type Seen } from "./facts.js";
import { getPaymentStatus, listMerchants, listPayments, type PaymentSucceededEvent } from "./generated/orval.js";

export const orderOf = ({ data }: PaymentSucceededEvent): string => data.payment.referenceId;

export async function see(facts: Facts): Promise<Seen> {
  const { headers, paymentId, cancel } = facts;
  const options = { headers };
  const query = filtersOf(facts);
  const holding = getPaymentStatus(paymentId, { maxPollMs: 30_000 }, options);
  const first = await listPayments(query, options);
  if (first.status !== 200) throw new Error(first.data.message);
  const second = await listPayments({ ...query, cursor: first.data.nextCursor ?? "" }, options);
  const merchants = await listMerchants({ search: "shop", limit: 5 }, options);
  await cancel();
  const held = await holding;
  if (second.status !== 200 || merchants.status !== 200 || held.status !== 200) throw new Error("refused");
  return {
    references: [first, second].flatMap(({ data }) => data.data).map(({ referenceId }) => referenceId),
    merchants: merchants.data.totalCount,
    status: held.data.status,
  };
}
