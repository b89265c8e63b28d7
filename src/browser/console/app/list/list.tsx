// The list of items that every page shows: its rows, and links that cover a whole row.
import { Anchor, type AnchorProps, Stack, Text } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { type AnchorHTMLAttributes, Fragment, type ReactNode, type Ref } from "react";
import { FailureNote, LoadingRows } from "../failure/states.tsx";
import classes from "./list.module.css";

interface ItemsProps {
  readonly label?: string;
  /** Its items no longer work, such as revoked keys. */
  readonly isEnded?: boolean;
  readonly isOrdered?: boolean;
  /** List items; a RowLink in one covers it. */
  readonly children: ReactNode;
}

export function Items({ label, isEnded = false, isOrdered = false, children }: ItemsProps) {
  const Element = isOrdered ? "ol" : "ul";
  return (
    <Element className={classes.list} aria-label={label} data-ended={isEnded || undefined}>
      {children}
    </Element>
  );
}

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

export const RowLink = createLink(({ className = "", ...props }: Omit<AnchorProps, keyof Native> & Native) => (
  <Anchor {...props} className={`${classes.link} ${className}`} underline="never" inherit />
));

interface ItemRowProps {
  /** A RowLink, or a text. */
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** At the row's end. */
  readonly end?: ReactNode;
  /** Title and end fit into one line on a phone. */
  readonly isShort?: boolean;
  /** Between the title and the note. */
  readonly children?: ReactNode;
}

export const ItemRow = ({ title, note, end, isShort = false, children }: ItemRowProps) => (
  <li className={classes.row} data-short={isShort || undefined}>
    <Stack gap={2} className={classes.what ?? ""}>
      {title}
      {children}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
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

/** The list of a query's items, or what is shown instead of it. */
export function ItemList<Item extends { readonly id: string }>(props: ItemListProps<Item>) {
  const { label, query, items, rows, empty, row } = props;
  if (!items && query.error) return <FailureNote error={query.error} retry={() => void query.refetch()} />;
  if (!items) return <LoadingRows rows={rows} />;
  if (items.length === 0) return empty;
  return (
    <Items label={label}>
      {items.map((item) => (
        <Fragment key={item.id}>{row(item)}</Fragment>
      ))}
    </Items>
  );
}
