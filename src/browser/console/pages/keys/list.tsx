import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { serverNowMs } from "../../api/connection.ts";
import type { KeyRecord } from "../../api/keys.ts";
import { Badge } from "../../app/display/badge.tsx";
import { ItemRow, Items } from "../../app/list/list.tsx";
import { useRights, useSession } from "../../app/session/session.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

export function KeyList({ keys }: { readonly keys: readonly KeyRecord[] }) {
  const { list: texts } = messages().keys;
  const [ending, setEnding] = useState<KeyRecord | null>(null);
  const live = keys.filter((key) => endOf(key) === null);
  const ended = keys.filter((key) => endOf(key) !== null);
  return (
    <>
      <Items label={texts.active}>
        {live.map((key) => (
          <KeyRow key={key.id} record={key} onRevoke={() => setEnding(key)} />
        ))}
      </Items>
      {ended.length > 0 && (
        <Items label={texts.ended} isEnded>
          {ended.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={null} />
          ))}
        </Items>
      )}
      {ending && <RevokeDialog record={ending} close={() => setEnding(null)} />}
    </>
  );
}

interface End {
  readonly how: "revoked" | "expired";
  readonly at: string;
}

/** How and when the key ended; null while it works. */
function endOf({ revokedAt, expiresAt }: KeyRecord): End | null {
  if (revokedAt !== null) return { how: "revoked", at: revokedAt };
  return expiresAt !== null && Date.parse(expiresAt) <= serverNowMs() ? { how: "expired", at: expiresAt } : null;
}

function KeyRow({ record, onRevoke }: { readonly record: KeyRecord; readonly onRevoke: (() => void) | null }) {
  const { list: texts, roles } = messages().keys;
  const session = useSession();
  const { mayOwn } = useRights();
  const { prefix, label, role, id } = record;
  const end = endOf(record);
  return (
    <ItemRow
      title={
        <Group gap="xs">
          {label === null ? (
            <Text span c="dimmed">
              {texts.noLabel}
            </Text>
          ) : (
            <Text span fw={600} dir="auto">
              {label}
            </Text>
          )}
          <Badge tone="calm">{roles[role].label}</Badge>
          {end !== null && <Badge tone="bad">{texts[end.how]}</Badge>}
          {session.key?.id === id && <Badge tone="busy">{texts.thisSession}</Badge>}
        </Group>
      }
      note={<Life record={record} end={end} />}
      end={
        mayOwn &&
        onRevoke && (
          <Button
            size="xs"
            variant="default"
            c="var(--bad)"
            onClick={onRevoke}
            aria-label={filledText(texts.revokeKey, { prefix })}
          >
            {texts.revoke}
          </Button>
        )
      }
    >
      <Text size="sm">
        <Text component="bdi" inherit dir="ltr" ff="monospace">
          {prefix}…
        </Text>
      </Text>
    </ItemRow>
  );
}

/** When the key was created, used and ended, and from where it may be used. */
function Life({ record, end }: { readonly record: KeyRecord; readonly end: End | null }) {
  const { list: texts } = messages().keys;
  const { createdAt, lastUsedAt, expiresAt, allowedAddresses } = record;
  const at = (message: string, time: string) => <Filled message={message} values={{ time: <Moment at={time} /> }} />;
  return (
    <>
      {at(texts.created, createdAt)}
      {" · "}
      {end !== null
        ? at(texts[`${end.how}At`], end.at)
        : lastUsedAt === null
          ? texts.neverUsed
          : at(texts.lastUsed, lastUsedAt)}
      {end === null && expiresAt !== null && <> · {at(texts.expires, expiresAt)}</>}
      {allowedAddresses.length > 0 && ` · ${filledText(texts.onlyFrom, { addresses: allowedAddresses.join(", ") })}`}
    </>
  );
}
