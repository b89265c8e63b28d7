import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Delivery, listDeliveries } from "../../api/webhooks.ts";
import { ItemList, ItemRow, RowLink } from "../../app/item-list.tsx";
import { Moment } from "../../app/moment.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { oneOf } from "../../app/url-search.ts";
import { DELIVERY_STATUSES, DeliveryBadge, deliveryText } from "../webhooks/endpoint-text.tsx";

/** Deliveries take seconds, and nothing announces them. */
const REFRESH_MS = 5_000;

const CHOICES = [
  { value: "", label: "All deliveries" },
  ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryText(value) })),
];

export function DeliveryList({ endpointId }: { readonly endpointId: string }) {
  const [status, setStatus] = useState<Delivery["status"] | undefined>();
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", endpointId, status],
    queryFn: ({ pageParam, signal }) =>
      listDeliveries(endpointId, { ...(status && { status }), ...(pageParam && { cursor: pageParam }) }, signal),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: REFRESH_MS,
  });
  const found = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <Surface
      title="Deliveries"
      note="The last 30 days, newest first"
      flush
      actions={
        <NativeSelect
          aria-label="Status"
          data={CHOICES}
          value={status ?? ""}
          onChange={(event) => setStatus(oneOf(DELIVERY_STATUSES, event.currentTarget.value))}
        />
      }
    >
      <ItemList
        label="Deliveries"
        query={pages}
        items={found}
        rows={4}
        nothing={
          <Nothing icon="clock" title="No deliveries">
            Events appear here once they are sent to this endpoint. Send a test to see one.
          </Nothing>
        }
        row={(delivery) => <DeliveryRow delivery={delivery} />}
      />
      <ShowMore pages={pages} text="Show more" isInside />
    </Surface>
  );
}

const DeliveryRow = ({ delivery }: { readonly delivery: Delivery }) => (
  <ItemRow
    link={
      <RowLink to="/deliveries/$deliveryId" params={{ deliveryId: delivery.id }}>
        {delivery.type}
      </RowLink>
    }
    note={
      <>
        {delivery.lastAttempt && (
          <>
            <Moment at={delivery.lastAttempt.at} /> ·{" "}
            {delivery.lastAttempt.error ?? `HTTP ${delivery.lastAttempt.status}`}
            {" · "}
          </>
        )}
        {delivery.attempts === 1 ? "1 attempt" : `${delivery.attempts} attempts`}
      </>
    }
    end={<DeliveryBadge status={delivery.status} />}
  />
);
