// One payment: its details, status, settlement and actions.
import { Alert, Box, Grid, Group, Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useChanges } from "../../../api/changes.ts";
import { useExceptionsOf } from "../../../api/exceptions.ts";
import { type ConsolePayment, usePayment } from "../../../api/payment.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { AnchorLink } from "../../../app/display/links.tsx";
import { RefundBadge, StatusBadge, statusMeaning } from "../../../app/display/status.tsx";
import { FailureNote, LoadingBox } from "../../../app/failure/states.tsx";
import { Page } from "../../../app/layout/page.tsx";
import { useRights } from "../../../app/session/session.tsx";
import { countedText, filledText, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";
import { sentencesOf } from "../../exceptions/sentences.ts";
import { CancelAction } from "./cancel.tsx";
import { ChainSide } from "./chain-side.tsx";
import { Deposits } from "./deposits.tsx";
import { Entered } from "./entered.tsx";
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { Money } from "./money.tsx";
import { PayLink } from "./pay-link.tsx";
import { RefundAction } from "./refund-action.tsx";
import { leftOf } from "./refund-values.ts";
import { Refunds } from "./refunds.tsx";

const route = getRouteApi("/payments/$paymentId");
const back = () => ({ to: "/payments", label: messages().app.places.payments }) as const;

export function PaymentPage() {
  const { paymentId } = route.useParams();
  const payment = usePayment(paymentId);
  useChanges(ignored);
  if (payment.data) return <Details payment={payment.data} />;
  return (
    <Page title={messages().payment.title} back={back()}>
      {payment.error ? (
        <FailureNote error={payment.error} retry={() => void payment.refetch()} />
      ) : (
        <LoadingBox height="50vh" />
      )}
    </Page>
  );
}

/** Changed queries are refetched without it. */
const ignored = () => {};

function Details({ payment }: { readonly payment: ConsolePayment }) {
  const { fiatAmount, status, referenceId } = payment;
  const amount = amountText(fiatAmount);
  const isOpen = status === "requires_action";
  return (
    <Page
      title={filledText(messages().payment.named, { reference: referenceId, amount })}
      heading={<span className="amount">{amount}</span>}
      back={back()}
      description={
        <Group component="span" gap="xs">
          <StatusBadge status={status} />
          <RefundBadge payment={payment} />
          <span role="status">{statusMeaning(status)}</span>
        </Group>
      }
      actions={<Actions payment={payment} />}
    >
      <ExceptionNote paymentId={payment.paymentId} />
      <Grid gap="lg" align="start">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {isOpen && (
              <Box hiddenFrom="md">
                <PayLink payment={payment} />
              </Box>
            )}
            <Refunds payment={payment} />
            <Facts payment={payment} />
            <Entered payment={payment} />
            <Money payment={payment} />
            <Deposits payment={payment} />
            <ChainSide paymentId={payment.paymentId} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            {isOpen && (
              <Box visibleFrom="md">
                <PayLink payment={payment} />
              </Box>
            )}
            <History payment={payment} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Actions({ payment }: { readonly payment: ConsolePayment }) {
  const { maySell, mayWrite } = useRights();
  if (maySell && payment.status === "requires_action") return <CancelAction payment={payment} />;
  const isLeft = payment.status === "succeeded" && leftOf(payment).token.value !== "0";
  if (mayWrite && isLeft) return <RefundAction payment={payment} />;
  return null;
}

/** Money that doesn't match the payment's status. */
function ExceptionNote({ paymentId }: { readonly paymentId: string }) {
  const { exceptions: texts } = messages().payment;
  const exceptions = useExceptionsOf(paymentId);
  const found = exceptions.data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Alert
      color={found.some(({ status }) => status === "open") ? "orange" : "gray"}
      variant="light"
      icon={<Icon name="alert" />}
      title={countedText(texts.title, found.length)}
    >
      {found.map((exception) => (
        <Text key={exception.id} size="sm" mb="xs">
          {sentencesOf(exception).join(" ")} {exception.status === "resolved" && `(${messages().exceptions.resolved})`}
        </Text>
      ))}
      <AnchorLink to="/exceptions" search={{ paymentId, status: "all" }} size="sm">
        {texts.more}
      </AnchorLink>
    </Alert>
  );
}
