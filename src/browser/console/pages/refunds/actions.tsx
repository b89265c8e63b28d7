// What a manager can do with an open refund.
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useChangeRequests } from "../../api/change-requests.ts";
import type { ConsoleRefund } from "../../api/refunds/refunds.ts";
import { acceptAddress, cancelRefund, rejectAddress } from "../../api/refunds/refunds.ts";
import { Icon } from "../../app/display/icon.tsx";
import { useHeldDialog } from "../../app/layout/held-dialog.tsx";
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
  const openDialog = useHeldDialog();
  const { status, claim, refundUrl } = refund;
  const { refusal } = useAcceptance(refund);
  if (status === "processing") return null;
  const canSign = status === "requires_action";
  const open = (dialog: Dialog) => openDialog((close) => <OpenDialog refund={refund} dialog={dialog} close={close} />);
  return (
    <>
      {claim?.acceptedBy !== undefined && refusal !== "ownAcceptance" && <Text size="sm">{texts.acceptedOnce}</Text>}
      {refusal && <Text size="sm">{texts[refusal]}</Text>}
      <Group gap="xs">
        {canSign && sign && (
          <Button leftSection={<Icon name="pencil" size={16} />} onClick={sign}>
            {texts.sign}
          </Button>
        )}
        {claim && !refusal && <Button onClick={() => open("accept")}>{texts.accept}</Button>}
        {claim && (
          <Button variant="default" onClick={() => open("reject")}>
            {texts.reject}
          </Button>
        )}
        {canSign && (
          <Button variant="default" onClick={() => open("complete")}>
            {texts.complete}
          </Button>
        )}
        <Button variant="default" onClick={() => open("cancel")}>
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
    </>
  );
}

interface Acceptance {
  /** Why somebody else has to accept the address, where a second person is required; null: this person or key may. */
  readonly refusal: "ownClaim" | "ownAcceptance" | "personAccepts" | null;
  /** Whether somebody else has to accept it as well. */
  readonly isFirst: boolean;
}

function useAcceptance({ claim, requestedBy, merchantId }: ConsoleRefund): Acceptance {
  const { user } = useSession();
  const isRequired = useChangeRequests(claim !== undefined, merchantId).data?.isRequired ?? false;
  if (!claim || (claim.by === "buyer" && !isRequired)) return { refusal: null, isFirst: false };
  if (!user) return { refusal: "personAccepts", isFirst: false };
  const namer = claim.by === "merchant" && requestedBy.type === "user" ? requestedBy.id : undefined;
  if (claim.acceptedBy === user.id) return { refusal: "ownAcceptance", isFirst: false };
  if (namer === user.id) return { refusal: "ownClaim", isFirst: false };
  return { refusal: null, isFirst: isRequired && (claim.acceptedBy ?? namer) === undefined };
}

interface OpenDialogProps {
  /** As it was when the dialog was opened. */
  readonly refund: ConsoleRefund;
  readonly dialog: Dialog;
  readonly close: () => void;
}

function OpenDialog({ refund, dialog, close }: OpenDialogProps) {
  const { actions, decisions: texts } = messages().refunds;
  const { refundId, claim } = refund;
  const { isFirst } = useAcceptance(refund);
  const amount = amountText(refund.amount);
  const account = claim?.account ?? "";
  const address = <LargeAddress account={account} />;
  if (dialog === "complete") return <Complete refund={refund} close={close} />;
  if (dialog === "accept") {
    const { done, ...accept } = texts.accept;
    const run = async () => {
      const { status } = await acceptAddress(refundId, account);
      notifications.show({ message: status === "requires_address" ? actions.ownAcceptance : done });
    };
    return (
      <Decision refund={refund} close={close} texts={accept} run={run}>
        <Text>{filledText(texts.acceptText, { amount })}</Text>
        {address}
        <Text size="sm">{texts.compare}</Text>
        {isFirst && <Text size="sm">{texts.acceptFirst}</Text>}
      </Decision>
    );
  }
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
