// A sale that has not ended: the code and the time left, then the wait for confirmation.
import { Button, CopyButton, Group, Loader, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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
  /** Leaves this screen while the sale continues. */
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
          Next sale while this one finishes
        </Button>
      ) : (
        <Actions sale={sale} onLeave={onLeave} hasFailed={live.error !== null} />
      )}
    </Stack>
  );
}

function lineOf(live: LiveStatus, isPaying: boolean): string {
  if (live.error !== null) return failureOf(live.error).title;
  if (live.isStale) return "No connection. The payment continues, and this page retries automatically.";
  return isPaying ? "Payment received. Waiting for the chain to confirm it." : "Waiting for the buyer to scan and pay.";
}

function ToScan({ sale }: { readonly sale: Sale }) {
  const left = useCountdown(sale.expiresAtS);
  return (
    <>
      <div className={classes.code}>
        <QrCode size={320} text={sale.link} label={`QR code for the payment link: ${sale.link}`} />
      </div>
      <div className={classes.time}>
        <Progress value={Math.min((left / sale.lifetimeS) * 100, 100)} size="xs" aria-label={spokenTime(left)} />
        <Text size="sm" c="dimmed" ta="center" mt={6} className="amount">
          {left > 0 ? `${clockText(left)} left` : "Time's up. Checking whether it was paid…"}
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
      Confirmation usually takes a few seconds. Don't charge the buyer again.
    </Text>
  </div>
);

function Actions({ sale, onLeave, hasFailed }: { sale: Sale; onLeave: () => void; hasFailed: boolean }) {
  // The live status shows the outcome: cancelled, or paid if the buyer was faster.
  const cancel = useMutation({ mutationFn: () => payments.cancel(sale.paymentId) });
  const [asks, setAsks] = useState(false);
  if (asks && !hasFailed) {
    return (
      <CancelQuestion
        isBusy={cancel.isPending}
        error={cancel.error}
        onCancel={() => cancel.mutate()}
        onKeep={() => setAsks(false)}
      />
    );
  }
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
            Leave sale
          </Button>
        ) : (
          <Button variant="default" size="md" onClick={() => setAsks(true)}>
            Cancel sale
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface CancelQuestionProps {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onCancel: () => void;
  readonly onKeep: () => void;
}

/** The screen may be turned to the buyer, so one tap must not end the sale. */
const CancelQuestion = ({ isBusy, error, onCancel, onKeep }: CancelQuestionProps) => (
  <Stack gap="xs" w="100%" role="group" aria-label="Cancel this sale?">
    <Text ta="center" fw={600}>
      Cancel this sale? The buyer can no longer pay it.
    </Text>
    <Group grow gap="xs">
      <Button variant="default" size="md" autoFocus onClick={onKeep}>
        Keep it
      </Button>
      <Button size="md" loading={isBusy} onClick={onCancel}>
        Yes, cancel
      </Button>
    </Group>
    {error !== null && (
      <Text size="sm" c="var(--bad)" role="alert" ta="center">
        {failureOf(error).title}. {failureOf(error).whatToDo}
      </Text>
    )}
  </Stack>
);
