// The outcome of a sale, readable across a counter, and the next steps.
import { Button, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ListedPayment, payments } from "../../../api/payments.ts";
import { Icon, type IconName } from "../../../app/display/icon.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { FailureAlert } from "../../../app/failure/failure-alert.tsx";
import { useSession } from "../../../app/session/session.tsx";
import { messages } from "../../../app/text/language.ts";
import { amountOf, type EndedStatus, type Sale } from "./open-sale.ts";
import { useReceipt } from "./receipt.tsx";
import classes from "./sale.module.css";
import { TestNote } from "./test-note.tsx";

const ICONS = {
  succeeded: "check",
  failed: "alert",
  expired: "clock",
  cancelled: "close",
} as const satisfies Record<EndedStatus, IconName>;

interface SaleEndProps {
  readonly sale: Sale;
  readonly status: EndedStatus;
  readonly onNext: (keepsAmount: boolean) => void;
}

export function SaleEnd({ sale, status, onNext }: SaleEndProps) {
  const { till } = useSession();
  const { app, newPayment } = messages();
  const { end: texts } = newPayment;
  const { title, text } = texts[status];
  const isPaid = status === "succeeded";
  return (
    <Stack gap="lg" align="center" className={classes.end ?? ""} data-paid={isPaid || undefined}>
      <TestNote />
      <span className={classes.seal}>
        <Icon name={ICONS[status]} size={56} />
      </span>
      <Stack gap={4} align="center" role="status">
        <Title order={1} className={classes.outcome ?? ""}>
          {title}
        </Title>
        <Text className={classes.amount ?? ""}>{amountOf(sale)}</Text>
        <Text ta="center" maw={320}>
          {text}
        </Text>
        <Text size="sm" ta="center" mt="xs">
          <bdi>{sale.merchantName}</bdi> · <bdi>{sale.referenceId}</bdi>
        </Text>
      </Stack>
      <Stack gap="xs" w="100%">
        {!isPaid && (
          <Button size="lg" fullWidth onClick={() => onNext(true)} autoFocus>
            {app.tryAgain}
          </Button>
        )}
        <Button
          size="lg"
          fullWidth
          variant={isPaid ? "filled" : "default"}
          onClick={() => onNext(false)}
          autoFocus={isPaid}
        >
          {texts.next}
        </Button>
        {till && isPaid && <PrintReceipt sale={sale} />}
        {!till && (
          <ButtonLink
            size="md"
            fullWidth
            variant="subtle"
            to="/payments/$paymentId"
            params={{ paymentId: sale.paymentId }}
            onClick={() => onNext(false)}
          >
            {texts.view}
          </ButtonLink>
        )}
      </Stack>
    </Stack>
  );
}

/** Begins the list a little before the sale, in case the clocks that wrote its times differ. */
const SLACK_S = 60;

/** A till may list its sales, but read none by its ID. */
async function listedSale({ paymentId, expiresAtS, lifetimeS }: Sale): Promise<ListedPayment> {
  const startTs = new Date((expiresAtS - lifetimeS - SLACK_S) * 1_000).toISOString();
  const { data } = await payments.listPage({ startTs, sortBy: "date", sortDir: "asc" });
  const found = data.find((each) => each.paymentId === paymentId);
  if (!found) throw new Error(`the sale ${paymentId} is not in the till's list`);
  return found;
}

function PrintReceipt({ sale }: { readonly sale: Sale }) {
  const { sales: texts } = messages().till;
  const { print, receipt } = useReceipt();
  const read = useMutation({ mutationFn: () => listedSale(sale), onSuccess: print });
  return (
    <>
      <Button size="lg" fullWidth variant="default" loading={read.isPending} onClick={() => read.mutate()}>
        {texts.print}
      </Button>
      {read.error && <FailureAlert error={read.error} />}
      {receipt}
    </>
  );
}
