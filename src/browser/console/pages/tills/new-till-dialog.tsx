import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { createTill, type Pairing } from "../../api/tills.ts";
import { FormDialog } from "../../app/fields/form-dialog.tsx";
import { type ChosenMerchant, MerchantSelect, useOnlyMerchant } from "../../app/fields/merchant-select.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { filledText, messages } from "../../app/text/language.ts";

interface NewTillDialogProps {
  readonly close: () => void;
  readonly onPairing: (pairing: Pairing) => void;
}

export function NewTillDialog({ close, onPairing }: NewTillDialogProps) {
  const { app, tills } = messages();
  const texts = tills.create;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("tills");
  const [name, setName] = useState("");
  const [picked, setPicked] = useState<ChosenMerchant | null>(null);
  const preset = useOnlyMerchant();
  const merchant = picked ?? preset;
  const submit = async (merchant: ChosenMerchant) => {
    const pairing = await ask({
      title: filledText(texts.question, { name }),
      explanation: <Text>{filledText(texts.text, { merchant: merchant.name })}</Text>,
      confirmLabel: tills.createCode,
      run: (apiKey) =>
        createTill(apiKey, { name: typedText(name), merchantId: merchant.id }).finally(() => void readAgain()),
    });
    if (!pairing) return;
    close();
    onPairing(pairing);
  };
  return (
    <FormDialog
      title={tills.add}
      close={close}
      submit={() => merchant && submit(merchant)}
      submitLabel={merchant === null ? texts.noMerchant : app.continue}
      canSubmit={typedText(name) !== "" && merchant !== null}
    >
      <TextInput
        label={texts.name}
        description={texts.nameText}
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MerchantSelect value={merchant} onChange={setPicked} />
    </FormDialog>
  );
}
