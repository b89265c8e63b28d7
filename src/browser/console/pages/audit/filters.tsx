import { Group, NativeSelect, Select } from "@mantine/core";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import type { AuditEntry } from "../../api/audit.ts";
import { DaysInput } from "../../app/fields/days-input.tsx";
import { SearchInput } from "../../app/fields/search-input.tsx";
import { oneOf } from "../../app/list/url-search.ts";
import { messages } from "../../app/text/language.ts";
import { type AuditFilters, WHATS } from "./search.ts";
import { actorId, actorName } from "./sentence.ts";

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
      <SearchInput
        size="sm"
        flex="1 1 14rem"
        maw={420}
        aria-label={audit.filters.search}
        placeholder={audit.filters.searchExample}
        maxLength={TEXT_LENGTH_MAX}
        searched={filters.text ?? ""}
        onSearch={(text) => change({ text: typedText(text) || undefined })}
      />
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
