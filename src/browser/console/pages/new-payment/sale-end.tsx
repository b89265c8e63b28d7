// The outcome of a sale, readable across a counter, and the next steps.
import { Button, Stack, Text, Title } from "@mantine/core";
import { Icon, type IconName } from "../../app/icon.tsx";
import { ButtonLink } from "../../app/links.tsx";
import { useSession } from "../../app/session.tsx";
import { amountOf, type EndedStatus, type Sale } from "./open-sale.ts";
import classes from "./sale.module.css";

interface Ending {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

const ENDINGS = {
  succeeded: { icon: "check", title: "Paid", text: "Confirmed by the chain." },
  failed: {
    icon: "alert",
    title: "Not paid",
    text: "The payment failed and no money was taken. The buyer can try again with a new code.",
  },
  expired: {
    icon: "clock",
    title: "Expired",
    text: "The buyer didn't pay in time, and this code no longer works. Create a new one if the buyer is still there.",
  },
  cancelled: { icon: "close", title: "Cancelled", text: "This code no longer works, and no money was taken." },
} as const satisfies Record<EndedStatus, Ending>;

interface SaleEndProps {
  readonly sale: Sale;
  readonly status: EndedStatus;
  readonly onNext: (keepsAmount: boolean) => void;
}

export function SaleEnd({ sale, status, onNext }: SaleEndProps) {
  const { till } = useSession();
  const { icon, title, text } = ENDINGS[status];
  const isPaid = status === "succeeded";
  return (
    <Stack gap="lg" align="center" className={classes.end ?? ""} data-paid={isPaid || undefined}>
      <span className={classes.seal}>
        <Icon name={icon} size={56} />
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
          {sale.merchantName} · {sale.referenceId}
        </Text>
      </Stack>
      <Stack gap="xs" w="100%">
        {!isPaid && (
          <Button size="lg" fullWidth onClick={() => onNext(true)} autoFocus>
            Try again
          </Button>
        )}
        <Button
          size="lg"
          fullWidth
          variant={isPaid ? "filled" : "default"}
          onClick={() => onNext(false)}
          autoFocus={isPaid}
        >
          Next sale
        </Button>
        {!till && (
          <ButtonLink
            size="md"
            fullWidth
            variant="subtle"
            to="/payments/$paymentId"
            params={{ paymentId: sale.paymentId }}
            onClick={() => onNext(false)}
          >
            View payment
          </ButtonLink>
        )}
      </Stack>
    </Stack>
  );
}
