import { NativeSelect, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { EVENT_TYPES } from "../../../../events/types.ts";
import { DAYS_KEPT, listEvents, type PartnerEvent } from "../../api/webhooks.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Page } from "../../app/layout/page.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ItemList, ItemRow, RowLink } from "../../app/list/list.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { countText } from "../../app/text/money-text.ts";
import { EventAbout } from "./event-about.tsx";
import { EventName, eventName } from "./event-name.tsx";

const route = getRouteApi("/events");

const choices = () => [
  { value: "", label: messages().events.allTypes },
  ...EVENT_TYPES.map((value) => ({ value, label: eventName(value) })),
];

export function EventsPage() {
  const { app, events: texts } = messages();
  const { type, paymentId } = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useInfiniteQuery({
    queryKey: ["events", { type, paymentId }],
    ...byCursor((from, signal) =>
      listEvents({ ...(type && { type: [type] }), ...(paymentId && { paymentId }), ...from }, signal),
    ),
  });
  const found = pages.data?.pages.flatMap(({ data }) => data);
  return (
    <Page
      title={texts.title}
      description={filledText(texts.text, { days: countText(DAYS_KEPT) })}
      back={{ to: "/webhooks", label: app.places.webhooks }}
      actions={
        <NativeSelect
          aria-label={texts.type}
          data={choices()}
          value={type ?? ""}
          onChange={(event) => {
            const chosen = oneOf(EVENT_TYPES, event.currentTarget.value);
            void navigate({ search: (before) => ({ ...before, type: chosen }), replace: true });
          }}
        />
      }
    >
      <Card flush>
        <ItemList
          label={texts.title}
          query={pages}
          items={found}
          rows={8}
          empty={
            <EmptyState icon="search" title={texts.none}>
              {texts.noneText}
            </EmptyState>
          }
          row={(event) => <EventRow event={event} />}
        />
        <ShowMore pages={pages} text={texts.more} isInside />
      </Card>
    </Page>
  );
}

const EventRow = ({ event }: { readonly event: PartnerEvent }) => (
  <ItemRow
    title={
      <RowLink to="/events/$eventId" params={{ eventId: event.id }}>
        <EventName type={event.type} />
      </RowLink>
    }
    note={<EventAbout event={event} />}
    end={
      <Text size="sm" c="dimmed">
        <Moment at={event.timestamp} precision="second" />
      </Text>
    }
  />
);
