import { Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../../app/icon.tsx";
import { FailureNote } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import classes from "./overview.module.css";
import { MERCHANTS_LOOKED_AT, STUCK_AFTER_MIN, useAttention } from "./use-attention.ts";

export function Attention() {
  const { exceptions, stuck, unpayable, error, isPending, retry } = useAttention();
  const isCalm = exceptions === 0 && stuck.length === 0 && unpayable.length === 0;
  return (
    <Surface title="Needs attention" flush>
      {error !== null ? (
        <FailureNote error={error} retry={retry} />
      ) : isPending ? (
        <Stack gap="xs" px="md" pb="md">
          <Skeleton height={18} />
          <Skeleton height={18} width="70%" />
        </Stack>
      ) : isCalm ? (
        <AllIsWell />
      ) : (
        <ul className={classes.list}>
          {exceptions > 0 && (
            <Item note="Money that doesn't match its payment's status.">
              <Link to="/exceptions">{plural(exceptions, "exception")}</Link>
            </Item>
          )}
          {stuck.length > 0 && (
            <Item note={`Authorised more than ${STUCK_AFTER_MIN} minutes ago but not yet on the chain.`}>
              <Link to="/payments" search={{ status: ["processing"] }}>
                {plural(stuck.length, "payment")} stuck in processing
              </Link>
            </Item>
          )}
          {unpayable.map(({ id, name }) => (
            <Item key={id} note="It has no destination, so buyers can't pay it.">
              <Link to="/merchants/$merchantId" params={{ merchantId: id }}>
                {name} can't be paid
              </Link>
            </Item>
          ))}
        </ul>
      )}
    </Surface>
  );
}

const plural = (count: number, thing: string): string => (count === 1 ? `1 ${thing}` : `${count} ${thing}s`);

const Item = ({ note, children }: { readonly note: string; readonly children: ReactNode }) => (
  <li className={classes.item}>
    <Group gap="sm" wrap="nowrap" align="start">
      <ThemeIcon variant="transparent" c="var(--warn)" size="sm">
        <Icon name="alert" size={18} />
      </ThemeIcon>
      <div>
        <Text size="sm" span>
          {children}
        </Text>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </div>
    </Group>
  </li>
);

const AllIsWell = () => (
  <Group gap="sm" px="md" pb="md" wrap="nowrap">
    <ThemeIcon variant="transparent" c="var(--good)" size="sm">
      <Icon name="check" size={18} />
    </ThemeIcon>
    <Text size="sm">
      All clear: no exceptions, no stuck payments, and your newest {MERCHANTS_LOOKED_AT} merchants can be paid.
    </Text>
  </Group>
);
