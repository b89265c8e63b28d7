import { Text } from "@mantine/core";
import { type AcceptedAsset, useAssets } from "../../api/assets.ts";
import type { AuditEntry } from "../../api/audit.ts";
import { type ChangeLine, changesIn } from "./changes.ts";

const LABELS: Readonly<Record<string, string>> = {
  asset: "Asset",
  destination: "Destination",
  name: "Name",
  email: "Email",
  logo: "Logo",
  iconUrl: "Logo",
  status: "Status",
  role: "Role",
  prefix: "Key",
  txHash: "Transaction",
  reason: "Reason",
};

export function EntryDetails({ entry }: { readonly entry: AuditEntry }) {
  const { data: assets = [] } = useAssets();
  return changesIn(entry.data).map((line) => <Line key={line.field} line={line} assets={assets} />);
}

function Line({ line, assets }: { readonly line: ChangeLine; readonly assets: readonly AcceptedAsset[] }) {
  const { field, before, after } = line;
  const shown = (text: string) => readable(field, text, assets);
  return (
    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span inherit c="dimmed">
        {LABELS[field] ?? field}:{" "}
      </Text>
      {before !== null && after !== null && before !== after && (
        <>
          <del>{shown(before)}</del> →{" "}
        </>
      )}
      {after !== null ? shown(after) : before !== null && <del>{shown(before)}</del>}
    </Text>
  );
}

/** Replaces asset IDs by names, and accounts by addresses. */
function readable(field: string, text: string, assets: readonly AcceptedAsset[]): string {
  if (field === "asset") {
    const known = assets.find(({ asset }) => asset === text);
    return known ? `${known.symbol} on ${known.chainName}` : text;
  }
  return field === "destination" ? text.slice(text.lastIndexOf(":") + 1) : text;
}
