// One asset's destination, or what happens without one.
import { Button, Group, Text } from "@mantine/core";
import type { CryptoSettlement } from "../../api/merchants.ts";
import { ShortText } from "../../app/copy.tsx";
import { type AssetRow, addressOf } from "./assets.ts";
import classes from "./merchant.module.css";
import { useDestinationChanges } from "./use-destination-changes.tsx";

/** Characters at each end, which people compare. */
const ENDS_SHOWN = 8;

interface DestinationRowProps {
  readonly row: AssetRow;
  readonly merchantId: string;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
}

export function DestinationRow({ row, merchantId, mayWrite, onEdit }: DestinationRowProps) {
  const { remove } = useDestinationChanges(merchantId);
  const { accepted, settlement } = row;
  const name = `${accepted.symbol} on ${accepted.chainName}`;
  return (
    <li className={classes.row}>
      <Text fw={600} className={classes.symbol ?? ""}>
        {accepted.symbol}
      </Text>
      <div className={classes.address}>
        {settlement ? (
          <ShortText
            value={addressOf(settlement.destination)}
            ends={ENDS_SHOWN}
            label={`Copy destination for ${name}`}
            href={accepted.explorerUrl && `${accepted.explorerUrl}/address/${addressOf(settlement.destination)}`}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {accepted.hasTreasury
              ? "No destination: payments go to the operator's treasury"
              : "No destination: not offered to buyers"}
          </Text>
        )}
      </div>
      {mayWrite && (
        <Group gap="xs" className={classes.actions ?? ""} wrap="nowrap">
          {settlement ? (
            <>
              <Button size="xs" variant="default" onClick={onEdit} aria-label={`Change destination for ${name}`}>
                Change
              </Button>
              <Button
                size="xs"
                variant="default"
                c="var(--bad)"
                onClick={() => void remove(settlement, name)}
                aria-label={`Remove destination for ${name}`}
              >
                Remove
              </Button>
            </>
          ) : (
            <Button size="xs" variant="light" onClick={onEdit} aria-label={`Add destination for ${name}`}>
              Add
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}

interface RestingRowProps {
  readonly settlement: CryptoSettlement;
  readonly merchantId: string;
  readonly mayWrite: boolean;
}

export function RestingRow({ settlement, merchantId, mayWrite }: RestingRowProps) {
  const { remove } = useDestinationChanges(merchantId);
  return (
    <li className={classes.row}>
      <div className={classes.address}>
        <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {settlement.asset}
        </Text>
        <ShortText
          value={addressOf(settlement.destination)}
          ends={ENDS_SHOWN}
          label={`Copy destination for ${settlement.asset}`}
        />
      </div>
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          c="var(--bad)"
          onClick={() => void remove(settlement, settlement.asset)}
          aria-label={`Remove destination for ${settlement.asset}`}
        >
          Remove
        </Button>
      )}
    </li>
  );
}
