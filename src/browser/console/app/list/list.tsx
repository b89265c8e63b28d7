// A list of items, each with a link to its page that covers the whole row.
import { Anchor, type AnchorProps, Stack, Text } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type AnchorHTMLAttributes, Fragment, type ReactNode, type Ref } from "react";
import { FailureNote, LoadingRows } from "../failure/states.tsx";
import classes from "./list.module.css";

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

export const RowLink = createLink((props: Omit<AnchorProps, keyof Native> & Native) => (
  <Anchor {...props} className={classes.whole ?? ""} underline="never" />
));

interface ItemRowProps {
  /** A RowLink. */
  readonly link: ReactNode;
  readonly note: ReactNode;
  /** Stands at the row's end. */
  readonly end: ReactNode;
}

export const ItemRow = ({ link, note, end }: ItemRowProps) => (
  <li className={classes.row}>
    <Stack gap={2} className={classes.what ?? ""}>
      {link}
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Stack>
    {end}
  </li>
);

interface ItemListProps<Item> {
  readonly label: string;
  /** A query. */
  readonly query: { readonly error: unknown; refetch(): Promise<unknown> };
  /** Undefined until the query has succeeded. */
  readonly items: readonly Item[] | undefined;
  /** Rows shown while it loads. */
  readonly rows: number;
  /** Shown if there are no items. */
  readonly empty: ReactNode;
  readonly row: (item: Item) => ReactNode;
}

export function ItemList<Item extends { readonly id: string }>({
  label,
  query,
  items,
  rows,
  empty,
  row,
}: ItemListProps<Item>) {
  if (!items && query.error) return <FailureNote error={query.error} retry={() => void query.refetch()} />;
  if (!items) return <LoadingRows rows={rows} />;
  if (items.length === 0) return empty;
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item) => (
        <Fragment key={item.id}>{row(item)}</Fragment>
      ))}
    </ul>
  );
}
