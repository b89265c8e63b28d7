import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { merchants } from "../../api/merchants.ts";
import { type Attempt, nextAttempt } from "../../app/attempt.ts";
import { MerchantForm, type MerchantValues } from "./merchant-form.tsx";

const EMPTY: MerchantValues = { merchantName: "", merchantEmail: "", iconUrl: "" };

export function NewMerchantDialog({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** One merchant for one dialog, however often its answer is lost. */
  const unanswered = useRef<Attempt<MerchantValues, NewMerchant> | null>(null);
  const creation = useMutation({
    mutationFn: (values: MerchantValues) => {
      unanswered.current = nextAttempt(unanswered.current, values, bodyOf);
      return merchants.create(unanswered.current.request, { idempotencyKey: unanswered.current.key });
    },
    onSuccess: ({ merchant }) => {
      unanswered.current = null;
      void queries.invalidateQueries({ queryKey: ["merchants"] });
      notifications.show({ title: `${merchant.name} is added`, message: "Say now where its money goes." });
      close();
      void navigate({ to: "/merchants/$merchantId", params: { merchantId: merchant.id } });
    },
  });
  const leave = () => {
    creation.reset();
    close();
  };
  return (
    <Modal opened={isOpen} onClose={leave} title="New merchant" closeButtonProps={{ "aria-label": "Close" }}>
      <MerchantForm
        initial={EMPTY}
        shownIconUrl={null}
        submitLabel="Add merchant"
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
  merchantName: merchantName.trim(),
  merchantEmail: merchantEmail.trim(),
  ...(iconUrl.trim() !== "" && { iconUrl: iconUrl.trim() }),
});
