// The merchant's destinations per asset; read-only for a read key.
import { Box, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useAssets } from "../../api/assets.ts";
import type { CryptoSettlement, Merchant } from "../../api/merchants.ts";
import { Note } from "../../app/note.tsx";
import { useMayWrite } from "../../app/session.tsx";
import { FailureNote, LoadingRows, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { type AssetRow, atRest, byChain, type ChainRows } from "./assets.ts";
import { DestinationDialog } from "./destination-dialog.tsx";
import { DestinationRow, RestingRow } from "./destination-row.tsx";
import classes from "./merchant.module.css";

export function Destinations({ merchant }: { readonly merchant: Merchant }) {
  const { data: assets, error, refetch } = useAssets();
  return (
    <Surface
      flush
      title="Settlement destinations"
      note="The addresses that receive this merchant's money, directly in the payment's transaction."
    >
      {error ? (
        <FailureNote error={error} retry={() => void refetch()} />
      ) : assets ? (
        <AllChains chains={byChain(assets, merchant.settlements.crypto)} merchant={merchant} />
      ) : (
        <LoadingRows rows={3} />
      )}
      {assets && <Resting merchant={merchant} resting={atRest(assets, merchant.settlements.crypto)} />}
    </Surface>
  );
}

function AllChains({ chains, merchant }: { readonly chains: readonly ChainRows[]; readonly merchant: Merchant }) {
  const mayWrite = useMayWrite();
  const [edited, setEdited] = useState<{ readonly row: AssetRow; readonly chain: ChainRows } | null>(null);
  const hasNone = merchant.settlements.crypto.length === 0;
  const hasTreasury = chains.some(({ rows }) => rows.some(({ accepted }) => accepted.hasTreasury));
  if (chains.length === 0) {
    return (
      <Nothing icon="wallet" title="No chains yet">
        The operator hasn't configured any chains. You can add destinations once there is one.
      </Nothing>
    );
  }
  return (
    <>
      {hasNone && (
        <Box px={{ base: "md", sm: "lg" }} pb="md">
          <Note title="No destination yet">
            {hasTreasury
              ? "Until you add one, payments go to the operator's treasury instead of this merchant."
              : "Until you add one, buyers can't pay this merchant."}
          </Note>
        </Box>
      )}
      {chains.map((chain) => (
        <section key={chain.chain} aria-label={chain.chainName}>
          <Group className={classes.chain ?? ""} justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {chain.chainName}
            </Text>
            <Text size="xs" c="dimmed" ff="monospace">
              {chain.chain}
            </Text>
          </Group>
          <ul className={classes.list}>
            {chain.rows.map((row) => (
              <DestinationRow
                key={row.accepted.asset}
                row={row}
                merchantId={merchant.id}
                mayWrite={mayWrite}
                onEdit={() => setEdited({ row, chain })}
              />
            ))}
          </ul>
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
  const mayWrite = useMayWrite();
  if (resting.length === 0) return null;
  return (
    <section aria-label="Not accepted here">
      <Stack gap={0} className={classes.chain ?? ""}>
        <Text size="sm" fw={600}>
          Not accepted here
        </Text>
        <Text size="xs" c="dimmed">
          These take effect once the operator configures their chains or assets.
        </Text>
      </Stack>
      <ul className={classes.list}>
        {resting.map((settlement) => (
          <RestingRow key={settlement.id} settlement={settlement} merchantId={merchant.id} mayWrite={mayWrite} />
        ))}
      </ul>
    </section>
  );
}
