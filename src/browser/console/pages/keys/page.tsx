import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { listKeys } from "../../api/keys.ts";
import { Card } from "../../app/display/card.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { KeyList } from "./list.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

export function KeysPage() {
  const { keys: texts } = messages();
  const { mayOwn } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const keys = useQuery({ queryKey: ["keys"], queryFn: ({ signal }) => listKeys(signal) });
  return (
    <Page
      title={texts.title}
      description={mayOwn ? texts.text : texts.textReadOnly}
      actions={
        mayOwn && (
          <Button leftSection={<Icon name="plus" />} onClick={open}>
            {texts.add}
          </Button>
        )
      }
    >
      {keys.error && !keys.data ? (
        <FailureNote error={keys.error} retry={() => void keys.refetch()} />
      ) : (
        <Card flush>{keys.data ? <KeyList keys={keys.data.keys} /> : <LoadingRows rows={3} height={64} />}</Card>
      )}
      <NewKeyDialog isOpen={isOpen} close={close} />
    </Page>
  );
}
