// The partner's API keys: which there are, which are used, a new one, the end of one.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listKeys } from "../../api/keys.ts";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { useMayWrite } from "../../app/session.tsx";
import { FailureNote, LoadingRows } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { KeyList } from "./list.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function KeysPage() {
  const mayWrite = useMayWrite();
  const [isOpen, { open, close }] = useDisclosure(false);
  const keys = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => listKeys(signal) });
  return (
    <Page
      title="Keys"
      description={
        mayWrite
          ? "What your servers, reports and wallets identify themselves with. A key is shown once, when it is made."
          : "What servers, reports and wallets identify themselves with. This key only reads: keys are made and revoked with one of the role partner."
      }
      actions={
        mayWrite && (
          <Button leftSection={<Icon name="plus" />} onClick={open}>
            New key
          </Button>
        )
      }
    >
      {keys.error ? (
        <FailureNote error={keys.error} retry={() => void keys.refetch()} />
      ) : (
        <Surface flush>{keys.data ? <KeyList keys={keys.data.keys} /> : <LoadingRows rows={3} height={64} />}</Surface>
      )}
      <NewKeyDialog isOpen={isOpen} close={close} />
    </Page>
  );
}
