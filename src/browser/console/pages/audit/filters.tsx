import { Group, NativeSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import type { AuditEntry } from "../../api/audit.ts";
import { Icon } from "../../app/display/icon.tsx";
import { DaysInput } from "../../app/fields/days-input.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { messages } from "../../app/text/language.ts";
import { type AuditFilters, WHATS } from "./search.ts";
import { actorId, actorName } from "./sentence.ts";

/** Delay after the last keystroke. */
const TYPING_MS = 350;
/** The API's limit. */
const TEXT_LENGTH_MAX = 100;

interface FiltersProps {
  readonly filters: AuditFilters;
  readonly change: (changes: AuditFilters) => void;
  /** Who acted in the entries shown can be chosen. */
  readonly entries: readonly AuditEntry[];
}

export function Filters(props: FiltersProps) {
  const { app, audit } = messages();
  const { filters, change } = props;
  return (
    <Group gap="sm" role="search" aria-label={app.places.audit}>
      <SearchField {...props} />
      <NativeSelect
        aria-label={audit.filters.what}
        data={[
          { value: "", label: audit.kinds.changes },
          ...WHATS.map((value) => ({ value, label: audit.kinds[value] })),
        ]}
        value={filters.what ?? ""}
        onChange={(event) => change({ what: oneOf(WHATS, event.currentTarget.value) })}
      />
      <ActorFilter {...props} />
      <DaysInput
        days={{ start: filters.startTs, end: filters.endTs }}
        onChange={({ start, end }) => change({ startTs: start, endTs: end })}
      />
    </Group>
  );
}

function SearchField({ filters: { text = "" }, change }: FiltersProps) {
  const { filters: texts } = messages().audit;
  const [typed, setTyped] = useState(text);
  const look = useDebouncedCallback((value: string) => change({ text: typedText(value) || undefined }), TYPING_MS);
  return (
    <TextInput
      size="sm"
      flex="1 1 14rem"
      maw={420}
      aria-label={texts.search}
      placeholder={texts.searchExample}
      leftSection={<Icon name="search" size={16} />}
      maxLength={TEXT_LENGTH_MAX}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        look(event.currentTarget.value);
      }}
    />
  );
}

/** Once chosen, a name stays known while other entries are shown. */
function ActorFilter({ filters: { actor }, change, entries }: FiltersProps) {
  const { filters: texts, actors } = messages().audit;
  const [chosenName, setChosenName] = useState<string | null>(null);
  const names = new Map(entries.map((entry) => [actorId(entry.actor), actorName(entry.actor)]));
  names.set("operator", actors.operator);
  if (actor !== undefined && !names.has(actor)) names.set(actor, chosenName ?? actor);
  return (
    <Select
      aria-label={texts.who}
      placeholder={texts.anyone}
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={actor ?? null}
      onChange={(value) => {
        setChosenName(value === null ? null : (names.get(value) ?? null));
        change({ actor: value ?? undefined });
      }}
      searchable
      clearable
      clearButtonProps={{ "aria-label": texts.anyone }}
    />
  );
}
