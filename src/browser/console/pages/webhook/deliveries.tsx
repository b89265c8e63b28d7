import { NativeSelect, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Delivery, listDeliveries } from "../../api/webhooks.ts";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { oneOf } from "../../app/url-search.ts";
import { DELIVERY_STATUSES, DeliveryBadge, deliveryText } from "../webhooks/endpoint-text.tsx";
import classes from "../webhooks/webhooks.module.css";

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
      {pages.error && !found ? (
        <FailureNote error={pages.error} retry={() => void pages.refetch()} />
      ) : !found ? (
        <LoadingRows rows={4} />
      ) : found.length === 0 ? (
        <Nothing icon="clock" title="No deliveries">
          Events appear here once they are sent to this endpoint. Send a test to see one.
        </Nothing>
      ) : (
        <ul className={classes.list} aria-label="Deliveries">
          {found.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} text="Show more" isInside />
    </Surface>
  );
}

const DeliveryRow = ({ delivery }: { readonly delivery: Delivery }) => (
  <li className={classes.row}>
    <Stack gap={2} className={classes.what ?? ""}>
      <AnchorLink
        to="/deliveries/$deliveryId"
        params={{ deliveryId: delivery.id }}
        className={classes.whole ?? ""}
        underline="never"
      >
        {delivery.type}
      </AnchorLink>
      <Text size="sm" c="dimmed">
        {delivery.lastAttempt && (
          <>
            <Moment at={delivery.lastAttempt.at} /> ·{" "}
            {delivery.lastAttempt.error ?? `HTTP ${delivery.lastAttempt.status}`}
            {" · "}
          </>
        )}
        {delivery.attempts === 1 ? "1 attempt" : `${delivery.attempts} attempts`}
      </Text>
    </Stack>
    <DeliveryBadge status={delivery.status} />
  </li>
);
