import { Button, Center, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Pairing } from "../../api/tills.ts";
import { QrCode } from "../../app/qr-code.tsx";

/** How to pair the device, once. */
export function PairingDialog({ pairing, close }: { readonly pairing: Pairing; readonly close: () => void }) {
  const queries = useQueryClient();
  const done = () => {
    void queries.invalidateQueries({ queryKey: ["tills"] });
    close();
  };
  const address = pairing.url.split("#", 1)[0];
  return (
    <Modal opened onClose={done} title="Pair the device" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="md">
        <Text>
          Scan this code with the device, or open {address} on it and enter the code below. It works once, for ten
          minutes.
        </Text>
        <Center bg="#fff" p="xs" style={{ borderRadius: 12 }}>
          <QrCode size={240} text={pairing.url} label="QR code for pairing the device" />
        </Center>
        <Text ff="monospace" fz="xl" fw={600} ta="center" data-testid="pairing-code">
          {pairing.code}
        </Text>
        <Group justify="flex-end">
          <Button onClick={done}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
