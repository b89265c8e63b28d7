// The merchant's destinations per asset; read-only for a read key.
import { Box, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAssets } from "../../../api/assets.ts";
import type { CryptoSettlement, Merchant } from "../../../api/merchants.ts";
import { Card } from "../../../app/display/card.tsx";
import { EmptyState } from "../../../app/display/empty-state.tsx";
import { Note } from "../../../app/display/note.tsx";
import { FailureNote, LoadingRows } from "../../../app/failure/states.tsx";
import { Items } from "../../../app/list/list.tsx";
import { messages } from "../../../app/text/language.ts";
import { useApprovals } from "../../approvals/use-approvals.tsx";
import { type AssetRow, atRest, byChain, type ChainRows } from "./assets.ts";
import { DestinationDialog } from "./destination-dialog.tsx";
import { DestinationRow, RestingRow } from "./destination-row.tsx";
import classes from "./destinations.module.css";

export function Destinations({ merchant }: { readonly merchant: Merchant }) {
  const { destinations: texts } = messages().merchant;
  const { data: assets, error, refetch } = useAssets();
  return (
    <Card flush title={texts.title} note={texts.text}>
      {error && !assets ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : assets ? (
        <AllChains chains={byChain(assets, merchant.settlements.crypto)} merchant={merchant} />
      ) : (
        <LoadingRows rows={3} />
      )}
      {assets && <Resting merchant={merchant} resting={atRest(assets, merchant.settlements.crypto)} />}
    </Card>
  );
}

function AllChains({ chains, merchant }: { readonly chains: readonly ChainRows[]; readonly merchant: Merchant }) {
  const { destinations: texts } = messages().merchant;
  const { mayChange, waitingAssets } = useApprovals(merchant.id);
  const [edited, setEdited] = useState<{ readonly row: AssetRow; readonly chain: ChainRows } | null>(null);
  const hasNone = merchant.settlements.crypto.length === 0;
  const hasTreasury = chains.some(({ rows }) => rows.some(({ accepted }) => accepted.hasTreasury));
  if (chains.length === 0) {
    return (
      <EmptyState icon="wallet" title={texts.noChains}>
        {texts.noChainsText}
      </EmptyState>
    );
  }
  return (
    <>
      {hasNone && (
        <Box px={{ base: "md", sm: "lg" }} pb="md">
          <Note title={texts.none}>{hasTreasury ? texts.noneTreasury : texts.noneText}</Note>
        </Box>
      )}
      {chains.map((chain) => (
        <section key={chain.chain} aria-label={chain.chainName}>
          <Group className={classes.chain ?? ""} justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {chain.chainName}
            </Text>
            <Text dir="ltr" size="xs" c="dimmed" ff="monospace">
              {chain.chain}
            </Text>
          </Group>
          <Items>
            {chain.rows.map((row) => (
              <DestinationRow
                key={row.accepted.asset}
                row={row}
                merchantId={merchant.id}
                mayChange={mayChange}
                waits={waitingAssets.includes(row.accepted.asset)}
                onEdit={() => setEdited({ row, chain })}
              />
            ))}
          </Items>
        </section>
      ))}
      {edited && (
        <DestinationDialog
          key={edited.row.accepted.asset}
          merchant={merchant}
          row={edited.row}
          chain={edited.chain}
          close={() => setEdited(null)}
        />
      )}
    </>
  );
}

function Resting({
  merchant,
  resting,
}: {
  readonly merchant: Merchant;
  readonly resting: readonly CryptoSettlement[];
}) {
  const { destinations: texts } = messages().merchant;
  const { mayChange } = useApprovals(merchant.id);
  if (resting.length === 0) return null;
  return (
    <section aria-label={texts.resting}>
      <Stack gap={0} className={classes.chain ?? ""}>
        <Text size="sm" fw={600}>
          {texts.resting}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.restingText}
        </Text>
      </Stack>
      <Items>
        {resting.map((settlement) => (
          <RestingRow key={settlement.id} settlement={settlement} merchantId={merchant.id} mayChange={mayChange} />
        ))}
      </Items>
    </section>
  );
}
