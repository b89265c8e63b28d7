// Shows whether the list is live, and links to changes that are not on this page.

import { Group, Text, Tooltip, VisuallyHidden } from "@mantine/core";
import type { Liveness } from "../../../api/changes.ts";
import type { ListedPayment } from "../../../api/payments.ts";
import { ButtonLink } from "../../../app/display/links.tsx";
import { countedText, messages } from "../../../app/text/language.ts";
import classes from "./payments.module.css";

interface LiveMarkProps {
  readonly liveness: Liveness;
  /** IDs of the payments that changed last. */
  readonly changed: readonly string[];
  readonly shown: readonly ListedPayment[] | undefined;
  readonly isFirstPage: boolean;
}

export function LiveMark({ liveness, changed, shown = [], isFirstPage }: LiveMarkProps) {
  const { live: texts } = messages().payments;
  const elsewhere = changed.filter((id) => !shown.some(({ paymentId }) => paymentId === id)).length;
  return (
    <Group gap="sm">
      {!isFirstPage && elsewhere > 0 && (
        <ButtonLink to="/payments" search={withoutCursor} size="compact-sm" variant="light">
          {countedText(texts.elsewhere, elsewhere)}
        </ButtonLink>
      )}
      <Tooltip label={texts.meaning[liveness]}>
        <Text size="sm" className={classes.live} data-liveness={liveness} tabIndex={0}>
          {texts.status[liveness]}
        </Text>
      </Tooltip>
      <VisuallyHidden role="status">{changed.length > 0 && countedText(texts.changed, changed.length)}</VisuallyHidden>
    </Group>
  );
}

const withoutCursor = (before: object) => ({ ...before, cursor: undefined });
