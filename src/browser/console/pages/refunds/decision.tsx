import type { ReactNode } from "react";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { ConfirmDialog } from "../../app/fields/confirm-dialog.tsx";
import { messages } from "../../app/text/language.ts";
import { useReadRefundAgain } from "./wallet/use-run.ts";

interface DecisionProps {
  readonly refund: ConsoleRefund;
  readonly texts: { readonly question: string; readonly action: string; readonly done?: string };
  readonly close: () => void;
  readonly run: () => Promise<unknown>;
  readonly children: ReactNode;
}

/** Asks before a refund is changed. */
export function Decision({ refund, texts, ...rest }: DecisionProps) {
  const readAgain = useReadRefundAgain();
  return (
    <ConfirmDialog
      title={texts.question}
      closeLabel={messages().app.close}
      confirmLabel={texts.action}
      done={texts.done}
      isDecision
      readAgain={() => readAgain(refund.paymentId)}
      {...rest}
    />
  );
}
