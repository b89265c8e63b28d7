// A merchant's monthly statement, to print.
import { Button, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { type Statement, useStatement } from "../../api/books/books.ts";
import { Card } from "../../app/display/card.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { filledText, locale, messages } from "../../app/text/language.ts";
import { countText, exactAmountText } from "../../app/text/money-text.ts";
import { closedText, monthText } from "./month-text.ts";
import classes from "./statement.module.css";
import { Table } from "./table.tsx";

const route = getRouteApi("/books/$month/$merchantId");

export function StatementPage() {
  const { app, books } = messages();
  const { month, merchantId } = route.useParams();
  const found = useStatement(month, merchantId);
  const title = filledText(books.statement.title, { month: monthText(month) });
  return (
    <Page
      title={title}
      back={{ to: "/books", label: app.places.books }}
      actions={found.data && <Button onClick={() => window.print()}>{books.statement.print}</Button>}
    >
      {found.error && !found.data && <FailureNote error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <LoadingRows rows={3} height={120} />}
      {found.data && (
        <Card>
          <Paper title={title} statement={found.data} />
        </Card>
      )}
    </Page>
  );
}

function Paper({ title, statement }: { readonly title: string; readonly statement: Statement }) {
  const { statement: texts } = messages().books;
  const { merchant, partner, openBefore, openAfter } = statement;
  return (
    <article className={classes.paper}>
      <Text fw={700} size="lg" className={classes.title}>
        {title}
      </Text>
      <p>
        <bdi>{merchant.name}</bdi>
        {merchant.email && (
          <>
            <br />
            <bdi>{merchant.email}</bdi>
          </>
        )}
        <br />
        <bdi>{merchant.id}</bdi> · <bdi>{partner}</bdi>
      </p>
      <Facts statement={statement} />
      <Open title={texts.openBefore} exceptions={openBefore} />
      <Sales sales={statement.sales} />
      <Exceptions exceptions={statement.exceptions} />
      <Accounts accounts={statement.accounts} />
      <Open title={texts.openAfter} exceptions={openAfter} />
    </article>
  );
}

function Facts({ statement: { month, closing } }: { readonly statement: Statement }) {
  const { books: texts } = messages();
  const first = new Date(`${month}-01T00:00:00Z`);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const day = (at: Date) => at.toLocaleDateString(locale(), { dateStyle: "long", timeZone: "UTC" });
  return (
    <p>
      {filledText(texts.statement.period, { from: day(first), to: day(last) })}
      <br />
      {closing ? closedText(closing) : texts.statement.isOpen}
      {closing && (
        <>
          <br />
          SHA-256 <bdi>{closing.checksum}</bdi>
        </>
      )}
    </p>
  );
}

function Sales({ sales }: Pick<Statement, "sales">) {
  const { statement: texts } = messages().books;
  const { payments, gross, fee, net, refunds, refunded } = texts.columns;
  return (
    <>
      <h2>{texts.sales}</h2>
      <Table
        columns={[texts.columns.amounts, payments, gross, fee, net, refunds, refunded]}
        none={texts.none}
        lines={sales.flatMap((sum) => {
          const { payments: count, refunds: back } = sum;
          const fiat = [sum.gross, sum.fee, sum.net].map(exactAmountText);
          const unit = sum.gross.display?.assetSymbol ?? sum.gross.unit;
          const line = [unit, countText(count), ...fiat, countText(back), exactAmountText(sum.refunded)];
          const { tokenGross, tokenFee, tokenNet, tokenRefunded } = sum;
          if (!tokenGross || !tokenFee || !tokenNet || !tokenRefunded) return [line];
          const tokens = [tokenGross, tokenFee, tokenNet].map(exactAmountText);
          return [line, [tokenName(tokenGross), "", ...tokens, "", exactAmountText(tokenRefunded)]];
        })}
      />
    </>
  );
}

/** With the network, because a symbol stands for a token of each chain. */
const tokenName = ({ display, unit }: NonNullable<Statement["sales"][number]["tokenGross"]>): string =>
  display ? [display.assetSymbol, display.networkName].filter(Boolean).join(" · ") : unit;

function Exceptions({ exceptions }: Pick<Statement, "exceptions">) {
  const { books, exceptions: words } = messages();
  const { statement: texts } = books;
  return (
    <>
      <h2>{texts.exceptions}</h2>
      <Table
        columns={[texts.columns.kind, texts.columns.count, texts.columns.amount]}
        none={texts.none}
        lines={exceptions.map(({ kind, count, amount }) => [
          kind === "sent_back" ? texts.sentBack : words.kinds[kind].title,
          countText(count),
          amount ? `${exactAmountText(amount)} (${amount.display?.networkName ?? ""})` : texts.noMoney,
        ])}
      />
    </>
  );
}

function Accounts({ accounts }: Pick<Statement, "accounts">) {
  const { statement: texts } = messages().books;
  return (
    <>
      <h2>{texts.accounts}</h2>
      <Table
        className={classes.account}
        columns={[texts.columns.account, texts.columns.received, texts.columns.sent]}
        none={texts.none}
        lines={accounts.map(({ account, received, sent }) => [
          account ?? texts.unknownAccount,
          exactAmountText(received),
          exactAmountText(sent),
        ])}
      />
    </>
  );
}

function Open({ title, exceptions }: { readonly title: string; readonly exceptions: Statement["openBefore"] }) {
  const { statement: texts } = messages().books;
  return (
    <>
      <h2>{title}</h2>
      <Table
        columns={[texts.columns.count, texts.columns.amount]}
        none={texts.none}
        lines={exceptions.map(({ count, amount }) => [
          countText(count),
          amount ? exactAmountText(amount) : texts.noMoney,
        ])}
      />
    </>
  );
}
