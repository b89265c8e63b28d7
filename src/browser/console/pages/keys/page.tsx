import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listKeys } from "../../api/keys.ts";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { FailureNote, LoadingRows } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { KeyList } from "./list.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function KeysPage() {
  const { mayOwn } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const keys = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => listKeys(signal) });
  return (
    <Page
      title="Keys"
      description={
        mayOwn
          ? "API keys for your servers, reports and wallets. A key is shown only once, when you create it."
          : "API keys for servers, reports and wallets. You are signed in with a read-only key: creating and revoking keys takes a partner key."
      }
      actions={
        mayOwn && (
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
