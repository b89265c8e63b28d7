// A sale in progress and its outcome, on the full screen because it is turned towards the buyer.
import { Modal } from "@mantine/core";
import { useEffect } from "react";
import type { PaymentStatus } from "../../../../../payment/payment.ts";
import { useSession } from "../../../app/session/session.tsx";
import { useTillSettings } from "../../../app/session/use-till-settings.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import { useChime } from "./chime.ts";
import { amountOf, hasEnded, isLater, type Sale } from "./open-sale.ts";
import classes from "./sale.module.css";
import { SaleEnd } from "./sale-end.tsx";
import { SaleWaiting } from "./sale-waiting.tsx";
import { useStatus } from "./use-status.ts";
import { useWakeLock } from "./use-wake-lock.ts";

interface SaleScreenProps {
  readonly sale: Sale;
  /** @param keepsAmount whether to start over with the same amount */
  readonly onNext: (keepsAmount: boolean) => void;
  readonly onStatus: (status: PaymentStatus) => void;
}

export function SaleScreen({ sale, onNext, onStatus }: SaleScreenProps) {
  const live = useStatus(sale.paymentId, sale.status);
  useEffect(() => {
    if (isLater(live.status, sale.status)) onStatus(live.status);
  }, [live.status, sale.status, onStatus]);
  const { till } = useSession();
  const [{ hasSound }] = useTillSettings(till?.id ?? "");
  useChime(live.status, till !== null && hasSound);
  useWakeLock(!hasEnded(live.status));
  return (
    <Modal.Root opened fullScreen onClose={() => {}} closeOnEscape={false}>
      <Modal.Content
        className={classes.screen ?? ""}
        data-status={live.status}
        aria-label={filledText(messages().newPayment.sale.title, { amount: amountOf(sale) })}
      >
        <Modal.Body className={classes.body ?? ""}>
          <div className={classes.middle}>
            {hasEnded(live.status) ? (
              <SaleEnd sale={sale} status={live.status} onNext={onNext} />
            ) : (
              <SaleWaiting sale={sale} live={live} onLeave={() => onNext(true)} />
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
