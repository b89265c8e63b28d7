// One payment link: its QR code and address, its figures, and what can be done with it.
import { Box, Grid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type PaymentLink, paymentLinks } from "../../api/payment-links.ts";
import { ShortText } from "../../app/copy.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { amountText, countText } from "../../app/money-text.ts";
import { Page } from "../../app/page.tsx";
import { QrCode } from "../../app/qr-code.tsx";
import { useMayWrite } from "../../app/session.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { Row, Rows } from "../payment/facts.tsx";
import { LinkBadge, linkAmountText, titleOf } from "../payment-links/link-text.tsx";
import { LinkActions } from "./actions.tsx";

const route = getRouteApi("/payment-links/$linkId");

/** Payments on it are announced to nobody here. */
const REFRESH_MS = 10_000;

export function PaymentLinkPage() {
  const { linkId } = route.useParams();
  const mayWrite = useMayWrite();
  const { data, error, refetch } = useQuery({
    queryKey: ["payment-links", linkId],
    queryFn: ({ signal }) => paymentLinks.get(linkId, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={data ? titleOf(data) : "Payment link"}
      back={{ to: "/payment-links", label: "Payment links" }}
      actions={data && mayWrite && <LinkActions link={data} />}
    >
      {error && !data ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <LoadingBox height="50vh" />
      ) : (
        <Grid gap="lg" align="start">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="lg">
              <Figures link={data} />
              <Settings link={data} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Surface title="Page" actions={<LinkBadge status={data.status} />}>
              <Stack align="center" gap="md">
                <Box w="100%" maw={220}>
                  <QrCode text={data.url} label="QR code for the page" size={220} />
                </Box>
                <ShortText value={data.url} label="Copy link" href={data.url} />
              </Stack>
            </Surface>
          </Grid.Col>
        </Grid>
      )}
    </Page>
  );
}

const Figures = ({ link: { stats } }: { readonly link: PaymentLink }) => (
  <Surface title="Figures">
    <Rows>
      <Row label="Income">
        <span className="amount">{stats.amounts.map(amountText).join(", ") || "None yet"}</span>
      </Row>
      <Row label="Views">{countText(stats.opened)}</Row>
      <Row label="Payments created">{countText(stats.created)}</Row>
      <Row label="Open now">{countText(stats.open)}</Row>
      <Row label="Paid">{countText(stats.succeeded)}</Row>
    </Rows>
  </Surface>
);

const Settings = ({ link }: { readonly link: PaymentLink }) => (
  <Surface title="Settings">
    <Rows>
      <Row label="Amount">
        <span className="amount">{linkAmountText(link)}</span>
      </Row>
      <Row label="Merchant">
        <AnchorLink to="/merchants/$merchantId" params={{ merchantId: link.merchantId }} underline="hover" fz="inherit">
          {link.merchantId}
        </AnchorLink>
      </Row>
      <Row label="Payments">{link.maxUses === null ? "No limit" : countText(link.maxUses)}</Row>
      <Row label="Expires">
        {link.expiresAt === null ? "Never" : <Moment at={new Date(link.expiresAt * 1_000).toISOString()} />}
      </Row>
      <Row label="Asks for">{link.fields.map(({ label }) => label).join(", ") || "Nothing"}</Row>
      <Row label="Reference">{link.referencePattern}</Row>
      <Row label="Link ID">
        <ShortText value={link.id} label="Copy link ID" />
      </Row>
      <Row label="Created">
        <Moment at={link.createdAt} />
      </Row>
    </Rows>
  </Surface>
);
