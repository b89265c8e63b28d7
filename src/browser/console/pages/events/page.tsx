import { NativeSelect, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EVENT_TYPES } from "../../../../events/types.ts";
import { listEvents, type PartnerEvent } from "../../api/webhooks.ts";
import { ItemList, ItemRow, RowLink } from "../../app/item-list.tsx";
import { Moment } from "../../app/moment.tsx";
import { Page } from "../../app/page.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { oneOf } from "../../app/url-search.ts";

const route = getRouteApi("/events");

const CHOICES = [{ value: "", label: "All types" }, ...EVENT_TYPES.map((value) => ({ value, label: value }))];

export function EventsPage() {
  const { type, paymentId } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery({
    queryKey: ["events", { type, paymentId }],
    queryFn: ({ pageParam, signal }) =>
      listEvents(
        { ...(type && { type: [type] }), ...(paymentId && { paymentId }), ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const found = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <Page
      title="Events"
      description="Every change of the last 30 days, as your endpoints receive it."
      back={{ to: "/webhooks", label: "Webhooks" }}
      actions={
        <NativeSelect
          aria-label="Event type"
          data={CHOICES}
          value={type ?? ""}
          onChange={(event) => {
            const chosen = oneOf(EVENT_TYPES, event.currentTarget.value);
            void navigate({ search: (before) => ({ ...before, type: chosen }), replace: true });
          }}
        />
      }
    >
      <Surface flush>
        <ItemList
          label="Events"
          query={pages}
          items={found}
          rows={8}
          nothing={
            <Nothing icon="search" title="No events">
              Events appear here when payments, merchants or destinations change.
            </Nothing>
          }
          row={(event) => <EventRow event={event} />}
        />
        <ShowMore pages={pages} text="Show more" isInside />
      </Surface>
    </Page>
  );
}

const EventRow = ({
  event: { id, type, data, paymentId, merchantId, timestamp },
}: {
  readonly event: PartnerEvent;
}) => (
  <ItemRow
    link={
      <RowLink to="/events/$eventId" params={{ eventId: id }}>
        {type}
      </RowLink>
    }
    note={data.payment?.referenceId ?? data.merchant?.name ?? paymentId ?? merchantId ?? id}
    end={
      <Text size="sm" c="dimmed">
        <Moment at={timestamp} />
      </Text>
    }
  />
);
