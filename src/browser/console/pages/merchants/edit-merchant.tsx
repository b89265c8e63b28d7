import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { typedCode, typedText } from "../../../../money/typed-text.ts";
import { type Merchant, merchants } from "../../api/merchants.ts";
import { Icon } from "../../app/display/icon.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { messages } from "../../app/text/language.ts";
import { MerchantForm, type MerchantValues } from "./merchant-form.tsx";

export function EditMerchant({ merchant }: { readonly merchant: Merchant }) {
  const { edit: texts } = messages().merchant;
  const readAgain = useReadAgain("merchants");
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({
    mutationFn: (changes: Changes) => merchants.update(merchant.id, changes),
    onSuccess: async (_answer, { iconUrl }) => {
      await readAgain();
      notifications.show({ title: texts.updated, message: savedMessage(iconUrl) });
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
        {texts.action}
      </Button>
      <Modal opened={isOpen} onClose={leave} title={texts.title}>
        <MerchantForm
          initial={{ merchantName: merchant.name, merchantEmail: merchant.email ?? "", iconUrl: "" }}
          shownIconUrl={merchant.iconUrl}
          submitLabel={texts.save}
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
  const [name, email, logo] = [typedText(merchantName), typedCode(merchantEmail), typedText(iconUrl)];
  return {
    ...(name !== merchant.name && { merchantName: name }),
    ...(email !== (merchant.email ?? "") && { merchantEmail: email }),
    ...(logo !== "" && { iconUrl: logo }),
  };
}

function savedMessage(iconUrl: string | null | undefined): string {
  const { edit: texts } = messages().merchant;
  if (iconUrl === null) return texts.noLogoText;
  return iconUrl === undefined ? texts.updatedText : texts.newLogoText;
}
