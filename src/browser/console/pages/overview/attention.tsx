import { Group, Skeleton, Stack, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";
import { Card } from "../../app/display/card.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { FailureNote } from "../../app/failure/states.tsx";
import { Items, RowLink } from "../../app/list/list.tsx";
import { countedText, filledText, messages } from "../../app/text/language.ts";
import classes from "./overview.module.css";
import { STUCK_AFTER_MIN, useAttention } from "./use-attention.ts";

export function Attention() {
  const { attention: texts } = messages().overview;
  const { exceptions, refunds, stuck, unpayable, payable, error, isPending, retry } = useAttention();
  const isCalm = exceptions === 0 && refunds === 0 && stuck.length === 0 && unpayable.length === 0;
  return (
    <Card title={texts.title} flush>
      {error !== null ? (
        <FailureNote error={error} retry={retry} />
      ) : isPending ? (
        <Stack gap="xs" px="md" pb="md">
          <Skeleton height={18} />
          <Skeleton height={18} width="70%" />
        </Stack>
      ) : isCalm ? (
        <AllIsWell payable={payable} />
      ) : (
        <Items>
          {exceptions > 0 && (
            <Item note={texts.exceptionsText}>
              <RowLink to="/exceptions">{countedText(texts.exceptions, exceptions)}</RowLink>
            </Item>
          )}
          {refunds > 0 && (
            <Item note={texts.refundsText}>
              <RowLink to="/refunds">{countedText(texts.refunds, refunds)}</RowLink>
            </Item>
          )}
          {stuck.length > 0 && (
            <Item note={countedText(texts.stuckText, STUCK_AFTER_MIN)}>
              <RowLink to="/payments" search={{ status: ["processing"] }}>
                {countedText(texts.stuck, stuck.length)}
              </RowLink>
            </Item>
          )}
          {unpayable.map(({ id, name }) => (
            <Item key={id} note={texts.unpayableText}>
              <RowLink to="/merchants/$merchantId" params={{ merchantId: id }}>
                {filledText(texts.unpayable, { merchant: name })}
              </RowLink>
            </Item>
          ))}
        </Items>
      )}
    </Card>
  );
}

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

const AllIsWell = ({ payable }: { readonly payable: number }) => {
  const { attention: texts } = messages().overview;
  return (
    <Group gap="sm" px="md" pb="md" wrap="nowrap">
      <ThemeIcon variant="transparent" c="var(--good)" size="sm">
        <Icon name="check" size={18} />
      </ThemeIcon>
      <Text size="sm">{payable === 0 ? texts.calmWithoutMerchants : countedText(texts.calm, payable)}</Text>
    </Group>
  );
};
