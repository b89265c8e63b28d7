// A sale that has not ended: the code and the time left, then the wait for confirmation.
import { Alert, Box, Button, CopyButton, Group, Loader, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { clockText } from "../../../../clock-text.ts";
import { type ConsolePayment, missingOf, useSoldPayment } from "../../../api/payment.ts";
import { payments } from "../../../api/payments.ts";
import { Icon } from "../../../app/display/icon.tsx";
import { QrCode } from "../../../app/display/qr-code.tsx";
import { failureOf } from "../../../app/failure/failure.ts";
import { takeFocus } from "../../../app/fields/take-focus.ts";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";
import { amountOf, type Sale } from "./open-sale.ts";
import classes from "./sale.module.css";
import { TestNote } from "./test-note.tsx";
import { spokenTime, useCountdown } from "./use-countdown.ts";
import type { LiveStatus } from "./use-status.ts";

interface SaleWaitingProps {
  readonly sale: Sale;
  readonly live: LiveStatus;
  /** Leaves this screen while the sale continues. */
  readonly onLeave: () => void;
}

export function SaleWaiting({ sale, live, onLeave }: SaleWaitingProps) {
  const { sale: texts } = messages().newPayment;
  const isPaying = live.status === "processing";
  const { data } = useSoldPayment(sale.paymentId, !isPaying && !live.isStale);
  return (
    <div className={classes.waiting}>
      <TestNote />
      <Text size="sm" c="dimmed" ta="center">
        <bdi>{sale.merchantName}</bdi> · <bdi>{sale.referenceId}</bdi>
      </Text>
      <Title order={1} className={classes.amount ?? ""}>
        {amountOf(sale)}
      </Title>
      {isPaying ? <Paying /> : <ToScan sale={sale} untilS={Math.max(data?.expiresAt ?? 0, sale.expiresAtS)} />}
      <Box role="status" className={classes.line ?? ""}>
        {live.isStale && live.error === null ? (
          <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={texts.offline}>
            {isPaying ? texts.offlinePaying : texts.offlineText}
          </Alert>
        ) : (
          <Text size="sm" c={live.error === null ? "dimmed" : "var(--warn)"} ta="center" mih="1.5em">
            {lineOf(live, isPaying, data?.deposits ?? [])}
          </Text>
        )}
      </Box>
      {isPaying ? (
        <Button variant="default" size="md" fullWidth onClick={onLeave}>
          {texts.nextMeanwhile}
        </Button>
      ) : (
        <Actions sale={sale} onLeave={onLeave} hasFailed={live.error !== null} />
      )}
    </div>
  );
}

function lineOf(live: LiveStatus, isPaying: boolean, deposits: NonNullable<ConsolePayment["deposits"]>): string {
  if (live.error !== null) return failureOf(live.error).title;
  const { sale: texts } = messages().newPayment;
  if (isPaying) return texts.received;
  const address = deposits.find(({ received }) => received.value !== "0") ?? deposits.at(-1);
  if (!address) return texts.scan;
  const amount = amountText(address.amount);
  const missing = missingOf(address);
  if (!missing) return texts.received;
  return address.received.value === "0"
    ? filledText(texts.sending, { amount, network: address.amount.display?.networkName ?? "" })
    : filledText(texts.partly, { received: amountText(address.received), amount, missing: amountText(missing) });
}

/** @param untilS a buyer who asks for a deposit address has more time than the sale was made for */
function ToScan({ sale, untilS }: { readonly sale: Sale; readonly untilS: number }) {
  const { sale: texts } = messages().newPayment;
  const left = useCountdown(untilS);
  return (
    <>
      <div className={classes.code}>
        <QrCode size={640} text={sale.link} label={filledText(texts.qr, { link: sale.link })} />
      </div>
      <div className={classes.time}>
        <Progress value={Math.min((left / sale.lifetimeS) * 100, 100)} size="xs" aria-label={spokenTime(left)} />
        <Text size="sm" c="dimmed" ta="center" mt={6} className="amount">
          {left > 0 ? filledText(texts.timeLeft, { time: clockText(left, locale()) }) : texts.timeUp}
        </Text>
      </div>
    </>
  );
}

function Paying() {
  const { sale: texts } = messages().newPayment;
  return (
    <div className={classes.paying}>
      <Loader size="xl" />
      <Text size="lg" fw={600} ta="center">
        {texts.paying}
      </Text>
      <Text c="dimmed" ta="center" maw={300}>
        {texts.payingText}
      </Text>
    </div>
  );
}

function Actions({ sale, onLeave, hasFailed }: { sale: Sale; onLeave: () => void; hasFailed: boolean }) {
  const { app, newPayment } = messages();
  const { sale: texts } = newPayment;
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
      <Group grow preventGrowOverflow={false} gap="xs">
        <CopyButton value={sale.link}>
          {({ copied, copy }) => (
            <Button variant="default" size="md" px="xs" onClick={copy}>
              {copied ? app.copied : texts.copyLink}
            </Button>
          )}
        </CopyButton>
        {hasFailed ? (
          <Button variant="default" size="md" px="xs" onClick={onLeave}>
            {texts.leave}
          </Button>
        ) : (
          <Button variant="default" size="md" px="xs" onClick={() => setAsks(true)}>
            {texts.cancel}
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
function CancelQuestion({ isBusy, error, onCancel, onKeep }: CancelQuestionProps) {
  const { sale: texts } = messages().newPayment;
  return (
    <Stack gap="xs" w="100%" role="group" aria-label={texts.cancelQuestion}>
      <Text ta="center" fw={600}>
        {texts.cancelText}
      </Text>
      <Group grow gap="xs">
        <Button variant="default" size="md" px="xs" ref={takeFocus} onClick={onKeep}>
          {texts.keep}
        </Button>
        <Button color="red.8" size="md" px="xs" loading={isBusy} onClick={onCancel}>
          {texts.cancelNow}
        </Button>
      </Group>
      {error !== null && (
        <Text size="sm" c="var(--bad)" role="alert" ta="center">
          {failureOf(error).title}. {failureOf(error).whatToDo}
        </Text>
      )}
    </Stack>
  );
}
