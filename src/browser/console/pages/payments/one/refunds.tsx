// The payment's refunds, with the wallet that signs those that are open.
import { Stack, Title } from "@mantine/core";
import { useExceptionsOf } from "../../../api/exceptions.ts";
import type { ConsolePayment } from "../../../api/payment.ts";
import { useRefundsOf } from "../../../api/refunds/refunds.ts";
import { FailureNote } from "../../../app/failure/states.tsx";
import { useRights } from "../../../app/session/session.tsx";
import { messages } from "../../../app/text/language.ts";
import { RefundCard } from "../../refunds/refund-card.tsx";
import { useConnected } from "../../refunds/wallet/connected.ts";
import { SignCard } from "../../refunds/wallet/sign-card.tsx";
import { useRun } from "../../refunds/wallet/use-run.ts";

export function Refunds({ payment: { paymentId, refunds } }: { readonly payment: ConsolePayment }) {
  const { mayWrite, maySeeRefunds } = useRights();
  const exceptions = useExceptionsOf(paymentId).data?.data ?? [];
  // A payment does not name the refunds of its exceptions.
  const list = useRefundsOf(paymentId, maySeeRefunds && (refunds !== undefined || exceptions.length > 0));
  const run = useRun();
  const connected = useConnected();
  if (list.error && !list.data) return <FailureNote error={list.error} retry={() => void list.refetch()} />;
  const found = list.data?.data ?? [];
  if (found.length === 0) return null;
  return (
    <Stack gap="md">
      <Title order={2}>{messages().app.places.refunds}</Title>
      {mayWrite && <SignCard refunds={found.filter(({ status }) => status === "requires_action")} run={run} />}
      {found.map((refund) => (
        <RefundCard
          key={refund.refundId}
          refund={refund}
          namesPayment={false}
          {...(connected && !run.isRunning && { sign: () => void run.start([refund], connected, true) })}
        />
      ))}
    </Stack>
  );
}
