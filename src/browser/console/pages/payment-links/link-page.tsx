// One payment link: its QR code and address, its figures, and what can be done with it.
import { Box, Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMerchant } from "../../api/merchants.ts";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { Card } from "../../app/display/card.tsx";
import { ShortText } from "../../app/display/copy.tsx";
import { MerchantLink } from "../../app/display/merchant-link.tsx";
import { QrCode } from "../../app/display/qr-code.tsx";
import { Row, Rows } from "../../app/display/rows.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useMayWrite } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import { amountText, countText } from "../../app/text/money-text.ts";
import { MerchantNotes } from "../payments/new/merchant-notes.tsx";
import { LinkActions } from "./link-actions.tsx";
import { LinkBadge, linkAmountText, titleOf } from "./link-text.tsx";

const route = getRouteApi("/payment-links/$linkId");

/** This page has no live updates, so it polls. */
const REFRESH_MS = 10_000;

export function PaymentLinkPage() {
  const { app, paymentLink: texts } = messages();
  const { linkId } = route.useParams();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = useQuery({
    queryKey: ["payment-links", linkId],
    queryFn: ({ signal }) => paymentLinks.get(linkId, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={data ? titleOf(data) : texts.title}
      back={{ to: "/payment-links", label: app.places.paymentLinks }}
      actions={data && mayWrite && <LinkActions link={data} />}
    >
      {error && !data ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingBox height="50vh" />
      ) : (
        <Grid gap="lg" align="start">
          <Grid.Col>
            <MerchantNotes merchantId={data.merchantId} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="lg">
              <Figures link={data} />
              <Settings link={data} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Card title={texts.page.title} actions={<LinkBadge status={data.status} />}>
              <Stack align="center" gap="md">
                <Box w="100%" maw={220}>
                  <QrCode text={data.url} label={texts.page.qrCode} size={220} />
                </Box>
                <ShortText value={data.url} label={texts.page.copy} href={data.url} />
              </Stack>
            </Card>
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
}

function Figures({ link: { stats } }: { readonly link: PaymentLink }) {
  const { figures: texts } = messages().paymentLink;
  return (
    <Card title={texts.title}>
      <Rows>
        <Row label={texts.income}>
          <span className="amount">{stats.amounts.map(amountText).join(", ") || texts.noIncome}</span>
        </Row>
        <Row label={texts.views}>{countText(stats.opened)}</Row>
        <Row label={texts.created}>{countText(stats.created)}</Row>
        <Row label={texts.open}>{countText(stats.open)}</Row>
        <Row label={texts.paid}>{countText(stats.succeeded)}</Row>
        {stats.beyondLimit > 0 && <Row label={texts.beyondLimit}>{countText(stats.beyondLimit)}</Row>}
      </Rows>
    </Card>
  );
}

function Settings({ link }: { readonly link: PaymentLink }) {
  const { settings: texts } = messages().paymentLink;
  const { merchantId, maxUses, expiresAt } = link;
  const { data: merchant } = useMerchant(merchantId);
  return (
    <Card title={texts.title}>
      <Rows>
        <Row label={texts.amount}>
          <span className="amount">{linkAmountText(link)}</span>
        </Row>
        <Row label={texts.merchant}>
          <MerchantLink merchantId={merchantId} name={merchant?.name} />
        </Row>
        <Row label={texts.uses}>{maxUses === null ? texts.noLimit : countText(maxUses)}</Row>
        <Row label={texts.expires}>
          {expiresAt === null ? texts.never : <Moment at={new Date(expiresAt * 1_000).toISOString()} />}
        </Row>
        <Row label={texts.fields}>{link.fields.map(({ label }) => label).join(", ") || texts.noFields}</Row>
        <Row label={texts.reference}>
          <span dir="ltr">{link.referencePattern}</span>
        </Row>
        <Row label={texts.id}>
          <ShortText value={link.id} label={texts.copyId} />
        </Row>
        <Row label={texts.created}>
          <Moment at={link.createdAt} />
        </Row>
      </Rows>
    </Card>
  );
}
