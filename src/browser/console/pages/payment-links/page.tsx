import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { Page } from "../../app/layout/page.tsx";
import { byCursor } from "../../app/list/by-cursor.ts";
import { ItemList, ItemRow, RowLink } from "../../app/list/list.tsx";
import { ShowMore } from "../../app/list/show-more.tsx";
import { useMayWrite } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { LinkBadge, linkAmountText, paidText, titleOf } from "./link-text.tsx";
import { NewLinkDialog } from "./new-link-dialog.tsx";

export function PaymentLinksPage() {
  const { app, paymentLinks: texts } = messages();
  const mayWrite = useMayWrite();
  const [isOpen, { open, close }] = useDisclosure(false);
  const pages = useInfiniteQuery({
    queryKey: ["payment-links"],
    ...byCursor((from, signal) => paymentLinks.listPage(from, { signal })),
  });
  return (
    <Page
      title={app.places.paymentLinks}
      description={texts.text}
      actions={
        mayWrite && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            {texts.add}
          </Button>
        )
      }
    >
      <Card flush>
        <ItemList
          label={app.places.paymentLinks}
          query={pages}
          items={pages.data?.pages.flatMap(({ data }) => data)}
          rows={4}
          empty={
            <EmptyState icon="qr" title={texts.none}>
              {texts.noneText}
            </EmptyState>
          }
          row={(link) => <LinkRow link={link} />}
        />
        <ShowMore pages={pages} text={texts.more} isInside />
      </Card>
      {isOpen && <NewLinkDialog close={close} />}
    </Page>
  );
}

const LinkRow = ({ link }: { readonly link: PaymentLink }) => (
  <ItemRow
    title={
      <RowLink to="/payment-links/$linkId" params={{ linkId: link.id }}>
        <bdi>{titleOf(link)}</bdi>
      </RowLink>
    }
    note={[...(link.description === null ? [] : [linkAmountText(link)]), paidText(link)].join(" · ")}
    end={<LinkBadge status={link.status} />}
  />
);
