import { Text } from "@mantine/core";
import { type AcceptedAsset, useAssets } from "../../api/assets.ts";
import type { AuditEntry } from "../../api/audit.ts";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";
import { exactAmountText } from "../../app/text/money-text.ts";
import { areEqual, type ChangeLine, changesIn } from "./changes.ts";
import { personIn } from "./sentence.ts";
import { Value } from "./value.tsx";

/** A field unknown to this version is shown by its name. */
function labelOf(field: string): string {
  const labels: Readonly<Record<string, string>> = messages().audit.fields;
  return labels[field] ?? field;
}

interface EntryDetailsProps {
  readonly entry: AuditEntry;
  /** Merchants' names by ID. */
  readonly names: ReadonlyMap<string, string>;
}

export function EntryDetails({ entry, names }: EntryDetailsProps) {
  const { data: assets = [] } = useAssets();
  return changesIn(entry).map((line) => (
    <Line key={line.key} line={line} entry={entry} assets={assets} names={names} />
  ));
}

interface LineProps extends EntryDetailsProps {
  readonly line: ChangeLine;
  readonly assets: readonly AcceptedAsset[];
}

function Line({ line: { field, before, after }, entry, assets, names }: LineProps) {
  const shown = (value: unknown) => (
    <Value field={field} value={readable(field, value, entry, assets)} assets={assets} names={names} />
  );
  const was = before !== null && <del>{shown(before)}</del>;
  const is = after !== null && shown(after);
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span inherit c="dimmed">
        {labelOf(field)}:{" "}
      </Text>
      {was && is && !areEqual(before, after) ? (
        <Filled message={messages().audit.change} values={{ before: was, after: is }} />
      ) : (
        is || was
      )}
    </Text>
  );
}

/** What another part of the entry explains: a person by name, and an amount by its asset. */
function readable(field: string, value: unknown, entry: AuditEntry, assets: readonly AcceptedAsset[]): unknown {
  if (typeof value !== "string") return value;
  if (field === "askedBy") return personIn(entry, value);
  const asset = assets.find((each) => each.asset === entry.data.after?.asset);
  if (field !== "amount" || !asset) return value;
  const { symbol: assetSymbol, name: assetName, decimals } = asset;
  return exactAmountText({ unit: `caip19/${asset.asset}`, value, display: { assetSymbol, assetName, decimals } });
}
