// A logged value, in the reader's language where it is a word of the API.
import { decimalsOf } from "../../../../money/fiat.ts";
import type { AcceptedAsset } from "../../api/assets.ts";
import { addressOf, assetNameIn } from "../../app/text/asset-name.ts";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { countText, fiatText } from "../../app/text/money-text.ts";
import { ALL_EVENTS } from "../webhooks/endpoint-text.tsx";

interface ValueProps {
  readonly field: string;
  readonly value: unknown;
  readonly assets: readonly AcceptedAsset[];
  /** Merchants' names by ID. */
  readonly names: ReadonlyMap<string, string>;
}

export function Value({ field, value, assets, names }: ValueProps) {
  if (field === "expiresAt" && typeof value === "string") return <Moment at={value} />;
  if (field === "amounts" && isRecord(value)) return <bdi>{amountsText(value)}</bdi>;
  if (!Array.isArray(value)) return <bdi>{wordFor(field, value, assets, names)}</bdi>;
  const words = value.map((each: unknown) => wordFor(field, each, assets, names));
  return <bdi>{words.join(", ") || messages().audit.noValue}</bdi>;
}

function wordFor(
  field: string,
  value: unknown,
  assets: readonly AcceptedAsset[],
  names: ReadonlyMap<string, string>,
): string {
  const { audit, webhooks } = messages();
  if (typeof value === "boolean") return value ? audit.yes : audit.no;
  if (typeof value === "number") return countText(value);
  if (typeof value !== "string") return JSON.stringify(value);
  switch (field) {
    case "asset":
    case "assets":
      return assetNameIn(assets, value);
    case "destination":
      return addressOf(value);
    case "events":
      return value === ALL_EVENTS ? webhooks.allEvents : value;
    case "merchantIds":
      return names.get(value) ?? value;
    case "type":
      return wordIn(messages().approvals.changes, value);
    case "role":
      return roleText(value);
    case "status":
      return wordIn(messages().merchants.status, value);
    default:
      return value;
  }
}

/** The role of a user or a key. */
function roleText(role: string): string {
  const { app, keys } = messages();
  const labels = Object.entries({ ...keys.roles, ...app.roles }).map(([name, { label }]) => [name, label]);
  return wordIn(Object.fromEntries(labels), role);
}

const wordIn = (texts: Readonly<Record<string, string>>, name: string): string => texts[name] ?? name;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Minor units by currency. */
const amountsText = (amounts: Readonly<Record<string, unknown>>): string =>
  Object.entries(amounts)
    .map(([currency, value]) => {
      const text = String(value);
      return /^-?\d+$/.test(text) ? fiatText(currency, BigInt(text), decimalsOf(currency)) : text;
    })
    .join(", ");
