// What a manager can do with an open refund.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { acceptAddress, cancelRefund, rejectAddress } from "../../api/refunds/refunds.ts";
import { Icon } from "../../app/display/icon.tsx";
import { useSession } from "../../app/session/session.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { amountText } from "../../app/text/money-text.ts";
import { Complete } from "./complete.tsx";
import { Decision } from "./decision.tsx";
import { LargeAddress } from "./large-address.tsx";

interface ActionsProps {
  readonly refund: ConsoleRefund;
  readonly sign?: () => void;
}

type Dialog = "accept" | "reject" | "cancel" | "complete";

export function Actions({ refund, sign }: ActionsProps) {
  const { actions: texts } = messages().refunds;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { status, claim, refundUrl } = refund;
  const isOwnClaim = useIsOwnClaim(refund);
  if (status === "processing") return null;
  const canSign = status === "requires_action";
  return (
    <>
      {isOwnClaim && <Text size="sm">{texts.ownClaim}</Text>}
      <Group gap="xs">
        {canSign && sign && (
          <Button leftSection={<Icon name="pencil" size={16} />} onClick={sign}>
            {texts.sign}
          </Button>
        )}
        {claim && !isOwnClaim && <Button onClick={() => setDialog("accept")}>{texts.accept}</Button>}
        {claim && (
          <Button variant="default" onClick={() => setDialog("reject")}>
            {texts.reject}
          </Button>
        )}
        {canSign && (
          <Button variant="default" onClick={() => setDialog("complete")}>
            {texts.complete}
          </Button>
        )}
        <Button variant="default" onClick={() => setDialog("cancel")}>
          {texts.cancel}
        </Button>
        {canSign && (
          <Button
            component="a"
            variant="subtle"
            h="auto"
            py={8}
            styles={{ label: { whiteSpace: "normal", overflow: "visible", height: "auto", lineHeight: 1.4 } }}
            href={refundUrl}
            target="_blank"
            rel="noreferrer"
          >
            {texts.otherDevice}
          </Button>
        )}
      </Group>
      <Dialogs refund={refund} dialog={dialog} close={() => setDialog(null)} />
    </>
  );
}

/** Who chose another address than the buyer's does not accept it as well. */
function useIsOwnClaim({ claim, requestedBy }: ConsoleRefund): boolean {
  const { user, key } = useSession();
  return claim?.by === "merchant" && requestedBy.id !== undefined && requestedBy.id === (user?.id ?? key?.id);
}

interface DialogsProps {
  readonly refund: ConsoleRefund;
  readonly dialog: Dialog | null;
  readonly close: () => void;
}

function Dialogs({ refund, dialog, close }: DialogsProps) {
  const { decisions: texts } = messages().refunds;
  const { refundId, claim } = refund;
  const amount = amountText(refund.amount);
  const account = claim?.account ?? "";
  const address = <LargeAddress account={account} />;
  if (dialog === "complete") return <Complete refund={refund} close={close} />;
  if (dialog === "accept")
    return (
      <Decision refund={refund} close={close} texts={texts.accept} run={() => acceptAddress(refundId, account)}>
        <Text>{filledText(texts.acceptText, { amount })}</Text>
        {address}
        <Text size="sm">{texts.compare}</Text>
      </Decision>
    );
  if (dialog === "reject")
    return (
      <Decision refund={refund} close={close} texts={texts.reject} run={() => rejectAddress(refundId, account)}>
        {address}
        <Text>{claim?.by === "merchant" ? texts.rejectOwnText : texts.rejectText}</Text>
      </Decision>
    );
  if (dialog === "cancel")
    return (
      <Decision refund={refund} close={close} texts={texts.cancel} run={() => cancelRefund(refundId)}>
        <Text>{filledText(texts.cancelText, { amount })}</Text>
      </Decision>
    );
  return null;
}
