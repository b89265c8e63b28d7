import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DAYS_KEPT, type Delivery, listDeliveries, REFRESH_MS } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ItemList, ItemRow, RowLink } from "../../app/list/list.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { Filled } from "../../app/text/filled.tsx";
import { countedText, filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { countText } from "../../app/text/money-text.ts";
import { EventName } from "../events/event-name.tsx";
import { DELIVERY_STATUSES, DeliveryBadge, deliveryText } from "./endpoint-text.tsx";
import { reasonText } from "./reason-text.ts";

const choices = () => [
  { value: "", label: messages().webhook.deliveries.all },
  ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryText(value) })),
];

export function DeliveryList({ endpointId }: { readonly endpointId: string }) {
  const { deliveries: texts } = messages().webhook;
  const [status, setStatus] = useState<Delivery["status"] | undefined>();
  const pages = useInfiniteQuery({
    queryKey: ["deliveries", endpointId, status],
    ...byCursor((from, signal) => listDeliveries(endpointId, { ...(status && { status }), ...from }, signal)),
    refetchInterval: REFRESH_MS,
  });
  const found = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <Card
      title={texts.title}
      note={filledText(texts.text, { days: countText(DAYS_KEPT) })}
      flush
      actions={
        <NativeSelect
          aria-label={texts.status}
          data={choices()}
          value={status ?? ""}
          onChange={(event) => setStatus(oneOf(DELIVERY_STATUSES, event.currentTarget.value))}
        />
      }
    >
      <ItemList
        label={texts.title}
        query={pages}
        items={found}
        rows={4}
        empty={
          <EmptyState icon="clock" title={texts.none}>
            {texts.noneText}
          </EmptyState>
        }
        row={(delivery) => <DeliveryRow delivery={delivery} />}
      />
      <ShowMore pages={pages} text={texts.more} isInside />
    </Card>
  );
}

const DeliveryRow = ({ delivery }: { readonly delivery: Delivery }) => (
  <ItemRow
    title={
      <RowLink to="/deliveries/$deliveryId" params={{ deliveryId: delivery.id }}>
        <EventName type={delivery.type} />
      </RowLink>
    }
    note={
      <>
        {delivery.lastAttempt && (
          <>
            <Moment at={delivery.lastAttempt.at} /> ·{" "}
            <bdi>
              {delivery.lastAttempt.error
                ? reasonText(delivery.lastAttempt.error)
                : `HTTP ${delivery.lastAttempt.status}`}
            </bdi>
            {" · "}
          </>
        )}
        {countedText(messages().webhook.deliveries.attempts, delivery.attempts)}
        {delivery.attempts > 0 && delivery.nextAttemptAt && (
          <>
            {" · "}
            <Filled
              message={messages().webhook.deliveries.next}
              values={{ time: <Moment at={delivery.nextAttemptAt} /> }}
            />
          </>
        )}
      </>
    }
    end={<DeliveryBadge status={delivery.status} attempts={delivery.attempts} />}
  />
);
