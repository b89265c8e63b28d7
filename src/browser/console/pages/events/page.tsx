import { NativeSelect, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EVENT_TYPES } from "../../../../events/types.ts";
import { listEvents, type PartnerEvent } from "../../api/webhooks.ts";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { Page } from "../../app/page.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { oneOf } from "../../app/url-search.ts";
import classes from "../webhooks/webhooks.module.css";

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
        {pages.error && !found ? (
          <FailureNote error={pages.error} retry={() => void pages.refetch()} />
        ) : !found ? (
          <LoadingRows rows={8} />
        ) : found.length === 0 ? (
          <Nothing icon="search" title="No events">
            Events appear here when payments, merchants or destinations change.
          </Nothing>
        ) : (
          <ul className={classes.list} aria-label="Events">
            {found.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
        <ShowMore pages={pages} text="Show more" isInside />
      </Surface>
    </Page>
  );
}

const EventRow = ({ event }: { readonly event: PartnerEvent }) => (
  <li className={classes.row}>
    <Stack gap={2} className={classes.what ?? ""}>
      <AnchorLink
        to="/events/$eventId"
        params={{ eventId: event.id }}
        className={classes.whole ?? ""}
        underline="never"
      >
        {event.type}
      </AnchorLink>
      <Text size="sm" c="dimmed">
        {event.data.payment?.referenceId ??
          event.data.merchant?.name ??
          event.paymentId ??
          event.merchantId ??
          event.id}
      </Text>
    </Stack>
    <Text size="sm" c="dimmed">
      <Moment at={event.timestamp} />
    </Text>
  </li>
);
