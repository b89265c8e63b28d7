import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listTills, type Pairing } from "../../api/tills.ts";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { TillList } from "./list.tsx";
import { NewTillDialog } from "./new-till-dialog.tsx";
import { PairingDialog } from "./pairing-dialog.tsx";

export function TillsPage() {
  const tills = useQuery({ queryKey: ["tills"], queryFn: ({ signal }) => listTills(signal) });
  const [isOpen, setOpen] = useState(false);
  const [pairing, setPairing] = useState<Pairing | null>(null);
  return (
    <Page
      title="Tills"
      description="Paired devices that take payments for one merchant and see only their own sales."
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
          Pair a till
        </Button>
      }
    >
      {tills.error ? (
        <FailureNote error={tills.error} retry={() => void tills.refetch()} />
      ) : (
        <Surface flush>
          {!tills.data && <LoadingRows rows={2} height={64} />}
          {tills.data?.tills.length === 0 && (
            <Nothing icon="wallet" title="No tills yet">
              Pair a phone or a tablet at the counter. It needs no account, and you can revoke it at any time.
            </Nothing>
          )}
          {tills.data && tills.data.tills.length > 0 && <TillList tills={tills.data.tills} onPairing={setPairing} />}
        </Surface>
      )}
      {isOpen && <NewTillDialog close={() => setOpen(false)} onPairing={setPairing} />}
      {pairing && <PairingDialog pairing={pairing} close={() => setPairing(null)} />}
    </Page>
  );
}
