import { Button } from "@mantine/core";
import { useState } from "react";
import { type Pairing, type TillEntry, useTills } from "../../api/tills.ts";
import { Card } from "../../app/display/card.tsx";
import { EmptyState } from "../../app/display/empty-state.tsx";
import { Icon } from "../../app/display/icon.tsx";
import { FailureNote, LoadingRows } from "../../app/failure/states.tsx";
import { Page } from "../../app/layout/page.tsx";
import { messages } from "../../app/text/language.ts";
import { RevokedTills, TillList } from "./list.tsx";
import { NewTillDialog } from "./new-till-dialog.tsx";
import { PairingDialog } from "./pairing-dialog.tsx";

/** Short, because the person waits for the device beside the screen. */
const PAIRING_READ_MS = 2_000;

interface ShownPairing {
  readonly pairing: Pairing;
  /** When its till was paired before; null: never. */
  readonly pairedBefore: string | null;
}

const isInUse = ({ revokedAt }: TillEntry): boolean => revokedAt === null;

export function TillsPage() {
  const { app, tills: texts } = messages();
  const [isOpen, setOpen] = useState(false);
  const [shown, setShown] = useState<ShownPairing | null>(null);
  const tills = useTills(shown !== null && PAIRING_READ_MS);
  const all = tills.data ?? [];
  const pairedAt = (id: string) => all.find((till) => till.id === id)?.pairedAt ?? null;
  const isPaired = ({ pairing, pairedBefore }: ShownPairing) => {
    const now = pairedAt(pairing.id);
    return now !== null && now !== pairedBefore;
  };
  const show = (pairing: Pairing) => setShown({ pairing, pairedBefore: pairedAt(pairing.id) });
  const [inUse, revoked] = [all.filter(isInUse), all.filter((till) => !isInUse(till))];
  return (
    <Page
      title={app.places.tills}
      description={texts.text}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
          {texts.add}
        </Button>
      }
    >
      {tills.error && !tills.data ? (
        <FailureNote error={tills.error} retry={() => void tills.refetch()} />
      ) : (
        <Card flush>
          {!tills.data && <LoadingRows rows={2} height={64} />}
          {tills.data && inUse.length === 0 && (
            <EmptyState icon="wallet" title={revoked.length === 0 ? texts.none.title : texts.none.left}>
              {texts.none.text}
            </EmptyState>
          )}
          {inUse.length > 0 && <TillList tills={inUse} onPairing={show} />}
          {revoked.length > 0 && <RevokedTills tills={revoked} />}
        </Card>
      )}
      {isOpen && <NewTillDialog close={() => setOpen(false)} onPairing={show} />}
      {shown && <PairingDialog pairing={shown.pairing} isPaired={isPaired(shown)} close={() => setShown(null)} />}
    </Page>
  );
}
