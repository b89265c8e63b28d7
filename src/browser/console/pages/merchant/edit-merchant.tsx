import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Merchant, merchants } from "../../api/merchants.ts";
import { Icon } from "../../app/icon.tsx";
import { MerchantForm, type MerchantValues } from "../merchants/merchant-form.tsx";

export function EditMerchant({ merchant }: { readonly merchant: Merchant }) {
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    mutationFn: (changes: Changes) => merchants.update(merchant.id, changes),
    onSuccess: (_answer, { iconUrl }) => {
      void queries.invalidateQueries({ queryKey: ["merchants"] });
      notifications.show({ title: "Saved", message: savedMessage(iconUrl) });
      close();
    },
  });
  const leave = () => {
    change.reset();
    close();
  };
  const save = (values: MerchantValues) => {
    const changes = changesOf(merchant, values);
    if (Object.keys(changes).length === 0) leave();
    else change.mutate(changes);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={open}>
        Edit
      </Button>
      <Modal opened={isOpen} onClose={leave} title="Edit merchant" closeButtonProps={{ "aria-label": "Close" }}>
        <MerchantForm
          initial={{ merchantName: merchant.name, merchantEmail: merchant.email ?? "", iconUrl: "" }}
          shownIconUrl={merchant.iconUrl}
          submitLabel="Save"
          isBusy={change.isPending}
          error={change.error}
          onSubmit={save}
          onLeave={leave}
          {...(merchant.iconUrl !== null && { onLogoGone: () => change.mutate({ iconUrl: null }) })}
        />
      </Modal>
    </>
  );
}

type Changes = Parameters<typeof merchants.update>[1];

function changesOf(merchant: Merchant, { merchantName, merchantEmail, iconUrl }: MerchantValues): Changes {
  const [name, email, logo] = [merchantName.trim(), merchantEmail.trim(), iconUrl.trim()];
  return {
    ...(name !== merchant.name && { merchantName: name }),
    ...(email !== (merchant.email ?? "") && { merchantEmail: email }),
    ...(logo !== "" && { iconUrl: logo }),
  };
}

function savedMessage(iconUrl: string | null | undefined): string {
  if (iconUrl === null) return "The logo is taken away.";
  return iconUrl === undefined
    ? "Buyers see it from now on."
    : "The logo on this page is the copy that buyers see from now on.";
}
