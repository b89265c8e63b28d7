import { Avatar, Group, Table, Text, UnstyledButton } from "@mantine/core";
import {
  createColumnHelper,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { Messages } from "../../../../../../locales/console/en.ts";
import type { ListedPayment } from "../../../api/payments.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { RefundBadge, StatusBadge } from "../../../app/display/status.tsx";
import { RowLink } from "../../../app/list/list.tsx";
import { Amount } from "../../../app/text/amount.tsx";
import { messages } from "../../../app/text/language.ts";
import { Moment } from "../../../app/text/moment.tsx";
import { amountText } from "../../../app/text/money-text.ts";
import classes from "./payments.module.css";
import type { RowsProps } from "./rows-props.ts";
import type { PaymentSearch } from "./search.ts";

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, ListedPayment>();

/** A column's name, in the language of the moment. */
const named = (name: keyof Messages["payments"]["columns"]) => () => messages().payments.columns[name];

const columns = helper.columns([
  helper.accessor("createdAt", {
    id: "date",
    header: named("created"),
    cell: ({ getValue }) => <Moment at={getValue()} />,
    sortDescFirst: true,
  }),
  helper.accessor("referenceId", {
    header: named("reference"),
    enableSorting: false,
    cell: ({ row }) => (
      <RowLink
        to="/payments/$paymentId"
        params={{ paymentId: row.original.paymentId }}
        className={classes.reference ?? ""}
      >
        <bdi>{row.original.referenceId}</bdi>
      </RowLink>
    ),
  }),
  helper.accessor("merchant", {
    header: named("merchant"),
    enableSorting: false,
    cell: ({ getValue }) => <Merchant {...getValue()} />,
  }),
  helper.accessor("tokenAmount", {
    header: named("paidWith"),
    enableSorting: false,
    cell: ({ row }) => <PaidWith payment={row.original} />,
  }),
  helper.accessor("status", {
    header: named("status"),
    enableSorting: false,
    cell: ({ row }) => <Status payment={row.original} />,
  }),
  helper.accessor("fiatAmount", {
    id: "amount",
    header: named("amount"),
    sortDescFirst: true,
    cell: ({ getValue }) => <span className="amount">{amountText(getValue())}</span>,
  }),
]);

/** The URL's sorting, or the API's default. */
const sortingOf = ({ sortBy, sortDir }: PaymentSearch): SortingState => [
  { id: sortBy ?? "date", desc: sortDir !== "asc" },
];

/** The order by amount has chosen a currency (one-currency.ts), which ends with it. */
const searchOf = ([sort]: SortingState, { sortBy }: PaymentSearch): PaymentSearch => ({
  sortBy: sort?.id === "amount" ? "amount" : undefined,
  sortDir: sort && !sort.desc ? "asc" : undefined,
  ...(sortBy === "amount" && sort?.id !== "amount" && { currency: undefined }),
});

export function PaymentTable({ payments, search, change, changed }: RowsProps) {
  const sorting = sortingOf(search);
  const table = useTable({
    features,
    columns,
    data: payments,
    getRowId: ({ paymentId }) => paymentId,
    manualSorting: true,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: (update) => change(searchOf(typeof update === "function" ? update(sorting) : update, search)),
  });
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="sm">
      <Table.Thead>
        {table.getHeaderGroups().map((group) => (
          <Table.Tr key={group.id}>
            {group.headers.map((header) => {
              const order = search.q === undefined && header.column.getIsSorted();
              return (
                <Table.Th
                  key={header.id}
                  data-column={header.column.id}
                  className={header.column.id === "amount" ? classes.end : undefined}
                  aria-sort={order === false ? undefined : order === "asc" ? "ascending" : "descending"}
                >
                  {header.column.getCanSort() && search.q === undefined ? (
                    <UnstyledButton className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <Icon name={order === false ? "sort" : order === "asc" ? "up" : "down"} size={14} />
                    </UnstyledButton>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </Table.Th>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Thead>
      <Table.Tbody>
        {table.getRowModel().rows.map((row) => (
          <Table.Tr key={row.id} className={classes.row} data-changed={changed.includes(row.id) || undefined}>
            {row.getAllCells().map((cell) => (
              <Table.Td
                key={cell.id}
                data-column={cell.column.id}
                className={cell.column.id === "amount" ? classes.end : undefined}
              >
                <table.FlexRender cell={cell} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const Merchant = ({ name, iconUrl }: ListedPayment["merchant"]) => (
  <Group gap={8} wrap="nowrap" className={classes.merchantName ?? ""}>
    <Avatar src={iconUrl ?? null} size={22} radius="sm" alt="" color="gray">
      {name.slice(0, 1).toUpperCase()}
    </Avatar>
    <Text span size="sm" truncate dir="auto" title={name}>
      {name}
    </Text>
  </Group>
);

export const PaidWith = ({ payment: { tokenAmount } }: { readonly payment: ListedPayment }) =>
  tokenAmount ? (
    <Text span size="sm">
      <Amount of={tokenAmount} />{" "}
      <Text component="bdi" c="dimmed" size="xs">
        {tokenAmount.display?.networkName}
      </Text>
    </Text>
  ) : (
    <Text span size="sm" c="dimmed" aria-label={messages().payments.notPaid}>
      –
    </Text>
  );

export const Status = ({ payment }: { readonly payment: ListedPayment }) => (
  <Group gap={6}>
    <StatusBadge status={payment.status} />
    <RefundBadge payment={payment} />
  </Group>
);
