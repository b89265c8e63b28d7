import { Button, Center, Group, Modal, Stack, Text } from "@mantine/core";
import type { Pairing } from "../../api/tills.ts";
import { QrCode } from "../../app/display/qr-code.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { Filled } from "../../app/text/filled.tsx";
import { messages } from "../../app/text/language.ts";

interface PairingDialogProps {
  readonly pairing: Pairing;
  /** The device has used the code. */
  readonly isPaired: boolean;
  readonly close: () => void;
}

/** How to pair the device, once. */
export function PairingDialog({ pairing, isPaired, close }: PairingDialogProps) {
  const { tills } = messages();
  const texts = tills.pairing;
  const readAgain = useReadAgain("tills");
  const done = () => {
    void readAgain();
    close();
  };
  return (
    <Modal opened onClose={done} title={texts.title}>
      <Stack gap="md">
        {isPaired ? (
          <Text role="status" fw={600}>
            {texts.paired}
          </Text>
        ) : (
          <Code pairing={pairing} />
        )}
        <Group justify="flex-end">
          <Button onClick={done}>{texts.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Code({ pairing }: { readonly pairing: Pairing }) {
  const { pairing: texts } = messages().tills;
  const address = pairing.url.split("#", 1)[0];
  return (
    <>
      <Text>
        <Filled message={texts.text} values={{ address }} />
      </Text>
      <Center bg="#fff" p="xs" style={{ borderRadius: 12 }}>
        <QrCode size={240} text={pairing.url} label={texts.qr} />
      </Center>
      <Text dir="ltr" ff="monospace" fz="xl" fw={600} ta="center" data-testid="pairing-code">
        {pairing.code}
      </Text>
    </>
  );
}
