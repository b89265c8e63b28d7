import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createTill, type Pairing } from "../../api/tills.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { type ChosenMerchant, MerchantSelect } from "../merchants/merchant-select.tsx";

interface NewTillDialogProps {
  readonly close: () => void;
  readonly onPairing: (pairing: Pairing) => void;
}

export function NewTillDialog({ close, onPairing }: NewTillDialogProps) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [merchant, setMerchant] = useState<ChosenMerchant | null>(null);
  const [isAsking, setAsking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!merchant) return;
    setAsking(true);
    const pairing = await ask({
      title: `Pair ${name}?`,
      explanation: <Text>The device takes payments for {merchant.name}. It can't refund or change anything.</Text>,
      confirmLabel: "Create code",
      run: (apiKey) =>
        createTill(apiKey, { name: name.trim(), merchantId: merchant.id }).finally(
          () => void queries.invalidateQueries({ queryKey: ["tills"] }),
        ),
    });
    setAsking(false);
    if (!pairing) return;
    close();
    onPairing(pairing);
  };
  return (
    <Modal opened={!isAsking} onClose={close} title="Pair a till" closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="Where the device is, for example the bar."
            maxLength={100}
            required
            withAsterisk={false}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <MerchantSelect value={merchant} onChange={setMerchant} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === "" || merchant === null}>
              {merchant === null ? "Choose a merchant" : "Continue"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
