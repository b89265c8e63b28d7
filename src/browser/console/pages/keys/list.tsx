import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { KeyRecord } from "../../api/keys.ts";
import { Badge } from "../../app/badge.tsx";
import { Moment } from "../../app/moment.tsx";
import { useRights, useSession } from "../../app/session.tsx";
import classes from "./keys.module.css";
import { RevokeDialog } from "./revoke-dialog.tsx";
import { ROLES } from "./roles.ts";

export function KeyList({ keys }: { readonly keys: readonly KeyRecord[] }) {
  const [ending, setEnding] = useState<KeyRecord | null>(null);
  const live = keys.filter((key) => endOf(key) === null);
  const ended = keys.filter((key) => endOf(key) !== null);
  return (
    <>
      <ul className={classes.list} aria-label="Active keys">
        {live.map((key) => (
          <KeyRow key={key.id} record={key} onRevoke={() => setEnding(key)} />
        ))}
      </ul>
      {ended.length > 0 && (
        <ul className={classes.list} data-revoked aria-label="Revoked and expired keys">
          {ended.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={null} />
          ))}
        </ul>
      )}
      {ending && <RevokeDialog record={ending} close={() => setEnding(null)} />}
    </>
  );
}

/** How and when the key ended; null while it works. */
function endOf({
  revokedAt,
  expiresAt,
}: KeyRecord): { readonly word: "Revoked" | "Expired"; readonly at: string } | null {
  if (revokedAt !== null) return { word: "Revoked", at: revokedAt };
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? { word: "Expired", at: expiresAt } : null;
}

function KeyRow({ record, onRevoke }: { readonly record: KeyRecord; readonly onRevoke: (() => void) | null }) {
  const session = useSession();
  const { mayOwn } = useRights();
  const { prefix, label, role, createdAt, lastUsedAt, expiresAt, allowedAddresses, id } = record;
  const end = endOf(record);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text span ff="monospace" fw={600} style={{ overflowWrap: "anywhere" }}>
            {prefix}…
          </Text>
          {end === null ? <Badge tone="calm">{ROLES[role].label}</Badge> : <Badge tone="bad">{end.word}</Badge>}
          {session.key?.id === id && <Badge tone="busy">This session</Badge>}
        </Group>
        {label !== null && (
          <Text style={{ overflowWrap: "anywhere" }} mt={2}>
            {label}
          </Text>
        )}
        <Text size="sm" c="dimmed" mt={2}>
          Created <Moment at={createdAt} /> ·{" "}
          {end !== null ? (
            <>
              {end.word.toLowerCase()} <Moment at={end.at} />
            </>
          ) : lastUsedAt === null ? (
            "never used"
          ) : (
            <>
              last used <Moment at={lastUsedAt} />
            </>
          )}
          {end === null && expiresAt !== null && (
            <>
              {" "}
              · expires <Moment at={expiresAt} />
            </>
          )}
          {allowedAddresses.length > 0 && ` · only from ${allowedAddresses.join(", ")}`}
        </Text>
      </div>
      {mayOwn && onRevoke && (
        <Button size="xs" variant="default" c="var(--bad)" onClick={onRevoke} aria-label={`Revoke ${prefix}…`}>
          Revoke
        </Button>
      )}
    </li>
  );
}
