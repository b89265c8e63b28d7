import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { Icon } from "../../app/icon.tsx";
import { ItemList, ItemRow, RowLink } from "../../app/item-list.tsx";
import { Page } from "../../app/page.tsx";
import { useMayWrite } from "../../app/session.tsx";
import { ShowMore } from "../../app/show-more.tsx";
import { Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { LinkBadge, linkAmountText, paidText, titleOf } from "./link-text.tsx";
import { NewLinkDialog } from "./new-link-dialog.tsx";

export function PaymentLinksPage() {
  const mayWrite = useMayWrite();
  const [isOpen, { open, close }] = useDisclosure(false);
  const pages = useInfiniteQuery({
    queryKey: ["payment-links"],
    queryFn: ({ pageParam, signal }) => paymentLinks.listPage(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page
      title="Payment links"
      description="Pages on which buyers create payments: for a poster, an e-mail or a profile."
      actions={
        mayWrite && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
            New link
          </Button>
        )
      }
    >
      <Surface flush>
        <ItemList
          label="Payment links"
          query={pages}
          items={pages.data?.pages.flatMap(({ data }) => data)}
          rows={4}
          nothing={
            <Nothing icon="qr" title="No payment links yet">
              A link has a fixed amount, or one that the buyer chooses. Each buyer who opens it gets their own payment.
            </Nothing>
          }
          row={(link) => <LinkRow link={link} />}
        />
        <ShowMore pages={pages} text="Show more" isInside />
      </Surface>
      {isOpen && <NewLinkDialog close={close} />}
    </Page>
  );
}

const LinkRow = ({ link }: { readonly link: PaymentLink }) => (
  <ItemRow
    link={
      <RowLink to="/payment-links/$linkId" params={{ linkId: link.id }}>
        {titleOf(link)}
      </RowLink>
    }
    note={[...(link.description === null ? [] : [linkAmountText(link)]), paidText(link)].join(" · ")}
    end={<LinkBadge status={link.status} />}
  />
);
