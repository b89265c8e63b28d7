// Before its end: the code to scan with the time that is left, then the wait for the chain.
import { Button, CopyButton, Group, Loader, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { payments } from "../../api/payments.ts";
import { failureOf } from "../../app/failure.ts";
import { QrCode } from "../../app/qr-code.tsx";
import { amountOf, type Sale } from "./open-sale.ts";
import classes from "./sale.module.css";
import { clockText, spokenTime, useCountdown } from "./use-countdown.ts";
import type { LiveStatus } from "./use-status.ts";

interface SaleWaitingProps {
  readonly sale: Sale;
  readonly live: LiveStatus;
  /** The sale goes on without this screen. */
  readonly onLeave: () => void;
}

export function SaleWaiting({ sale, live, onLeave }: SaleWaitingProps) {
  const isPaying = live.status === "processing";
  return (
    <Stack gap="md" align="center">
      <Text size="sm" c="dimmed" ta="center">
        {sale.merchantName} · {sale.referenceId}
      </Text>
      <Title order={1} className={classes.amount ?? ""}>
        {amountOf(sale)}
      </Title>
      {isPaying ? <Paying /> : <ToScan sale={sale} />}
      <Text role="status" size="sm" c={live.isStale ? "var(--warn)" : "dimmed"} ta="center" mih="1.5em">
        {lineOf(live, isPaying)}
      </Text>
      {isPaying ? (
        <Button variant="default" size="md" fullWidth onClick={onLeave}>
          Next sale, and let this one finish
        </Button>
      ) : (
        <Actions sale={sale} onLeave={onLeave} hasFailed={live.error !== null} />
      )}
    </Stack>
  );
}

function lineOf(live: LiveStatus, isPaying: boolean): string {
  if (live.error !== null) return failureOf(live.error).title;
  if (live.isStale) return "No connection. The payment goes on; this page looks again by itself.";
  return isPaying ? "Payment received. Waiting for the chain to confirm it." : "Waiting for the buyer to scan and pay.";
}

function ToScan({ sale }: { readonly sale: Sale }) {
  const left = useCountdown(sale.expiresAtS);
  return (
    <>
      <div className={classes.code}>
        <QrCode size={320} text={sale.link} label={`QR code of the payment link: ${sale.link}`} />
      </div>
      <div className={classes.time}>
        <Progress value={Math.min((left / sale.lifetimeS) * 100, 100)} size="xs" aria-label={spokenTime(left)} />
        <Text size="sm" c="dimmed" ta="center" mt={6} className="amount">
          {left > 0 ? `${clockText(left)} left` : "Time is up. Looking whether it was paid …"}
        </Text>
      </div>
    </>
  );
}

const Paying = () => (
  <div className={classes.paying}>
    <Loader size="xl" />
    <Text size="lg" fw={600} ta="center">
      The buyer has paid
    </Text>
    <Text c="dimmed" ta="center" maw={300}>
      The chain mostly confirms within seconds. Do not take the payment a second time.
    </Text>
  </div>
);

function Actions({ sale, onLeave, hasFailed }: { sale: Sale; onLeave: () => void; hasFailed: boolean }) {
  // The live status shows how it ended: as cancelled, or as paid where the buyer was quicker.
  const cancel = useMutation({ mutationFn: () => payments.cancel(sale.paymentId) });
  return (
    <Stack gap="xs" w="100%">
      <Group grow gap="xs">
        <CopyButton value={sale.link}>
          {({ copied, copy }) => (
            <Button variant="default" size="md" onClick={copy}>
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
        {hasFailed ? (
          <Button variant="default" size="md" onClick={onLeave}>
            Leave this sale
          </Button>
        ) : (
          <Button variant="default" size="md" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel sale
          </Button>
        )}
      </Group>
      {cancel.error && (
        <Text size="sm" c="var(--bad)" role="alert" ta="center">
          {failureOf(cancel.error).title}. {failureOf(cancel.error).whatToDo}
        </Text>
      )}
    </Stack>
  );
}
