import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { merchants } from "../../api/merchants.ts";
import { type Attempt, nextAttempt } from "../../app/fields/attempt.ts";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { filledText, messages } from "../../app/text/language.ts";
import { MerchantForm, type MerchantValues } from "./merchant-form.tsx";

const EMPTY: MerchantValues = { merchantName: "", merchantEmail: "", iconUrl: "" };

export function NewMerchantDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { merchants: texts } = messages();
  const readAgain = useReadAgain("merchants");
  const navigate = useNavigate();
  /** Kept so that lost responses never create a second merchant. */
  const unanswered = useRef<Attempt<MerchantValues, NewMerchant> | null>(null);
  const creation = useMutation({
    mutationFn: (values: MerchantValues) => {
      unanswered.current = nextAttempt(unanswered.current, values, bodyOf);
      return merchants.create(unanswered.current.request, { idempotencyKey: unanswered.current.key });
    },
    onSuccess: ({ merchant }) => {
      unanswered.current = null;
      void readAgain();
      const title = filledText(texts.create.added, { name: merchant.name });
      notifications.show({ title, message: texts.create.addedText });
      close();
      void navigate({ to: "/merchants/$merchantId", params: { merchantId: merchant.id } });
    },
  });
  const leave = () => {
    creation.reset();
    close();
  };
  return (
    <Modal opened={isOpen} onClose={leave} title={texts.add}>
      <MerchantForm
        initial={EMPTY}
        shownIconUrl={null}
        submitLabel={texts.create.confirm}
        isBusy={creation.isPending}
        error={creation.error}
        onSubmit={(values) => creation.mutate(values)}
        onLeave={leave}
      />
    </Modal>
  );
}

type NewMerchant = Parameters<typeof merchants.create>[0];

const bodyOf = ({ merchantName, merchantEmail, iconUrl }: MerchantValues): NewMerchant => ({
  merchantName: typedText(merchantName),
  merchantEmail: typedCode(merchantEmail),
  ...(typedText(iconUrl) !== "" && { iconUrl: typedText(iconUrl) }),
});
