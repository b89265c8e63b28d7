// Says quietly that the list follows what happens; where what happened is on another page, it leads there.

import { Group, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import type { Liveness } from "../../api/changes.ts";
import type { ListedPayment } from "../../api/payments.ts";
import { ButtonLink } from "../../app/links.tsx";
import classes from "./payments.module.css";

interface LiveMarkProps {
  readonly liveness: Liveness;
  /** Ids of the payments that changed last. */
  readonly changed: readonly string[];
  readonly shown: readonly ListedPayment[] | undefined;
  readonly isFirstPage: boolean;
}

const TEXT = {
  live: "Live",
  connecting: "Connecting",
  paused: "Not live",
} as const satisfies Record<Liveness, string>;

const MEANING = {
  live: "New payments and changes appear by themselves.",
  connecting: "Asking the server to tell of changes.",
  paused: "The server does not answer; trying again.",
} as const satisfies Record<Liveness, string>;

export function LiveMark({ liveness, changed, shown = [], isFirstPage }: LiveMarkProps) {
  const elsewhere = changed.filter((id) => !shown.some(({ paymentId }) => paymentId === id)).length;
  return (
    <Group gap="sm">
      {!isFirstPage && elsewhere > 0 && (
        <ButtonLink to="/payments" search={withoutCursor} size="compact-sm" variant="light">
          {elsewhere === 1 ? "1 change" : `${elsewhere} changes`} on other pages
        </ButtonLink>
      )}
      <Tooltip label={MEANING[liveness]}>
        <Text size="sm" className={classes.live} data-liveness={liveness} tabIndex={0}>
          {TEXT[liveness]}
        </Text>
      </Tooltip>
      <VisuallyHidden role="status">
        {changed.length > 0 && (changed.length === 1 ? "One payment changed" : `${changed.length} payments changed`)}
      </VisuallyHidden>
    </Group>
  );
}

const withoutCursor = (before: object) => ({ ...before, cursor: undefined });
