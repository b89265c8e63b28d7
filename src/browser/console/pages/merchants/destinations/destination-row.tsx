// One asset's destination, or what happens without one.
import { Button, Group, Text } from "@mantine/core";
import type { CryptoSettlement } from "../../../api/merchants.ts";
import { ShortText } from "../../../app/display/copy.tsx";
import { addressOf, assetName } from "../../../app/text/asset-name.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import type { AssetRow } from "./assets.ts";
import classes from "./destinations.module.css";
import { useDestinationChanges } from "./use-destination-changes.tsx";

/** Characters at each end, which people compare. */
const ENDS_SHOWN = 8;

interface DestinationRowProps {
  readonly row: AssetRow;
  readonly merchantId: string;
  readonly mayChange: boolean;
  /** Whether a change of it waits for a second person. */
  readonly waits: boolean;
  readonly onEdit: () => void;
}

export function DestinationRow({ row, merchantId, mayChange, waits, onEdit }: DestinationRowProps) {
  const { destinations: texts } = messages().merchant;
  const { remove } = useDestinationChanges(merchantId);
  const { accepted, settlement } = row;
  const asset = assetName(row.accepted);
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
            label={filledText(texts.copy, { asset })}
            href={accepted.explorerUrl && `${accepted.explorerUrl}/address/${addressOf(settlement.destination)}`}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {accepted.hasTreasury ? texts.toTreasury : texts.notOffered}
          </Text>
        )}
        {waits && (
          <Text size="xs" c="dimmed">
            {texts.waits}
          </Text>
        )}
      </div>
      {mayChange && (
        <Group gap="xs" className={classes.actions ?? ""} wrap="nowrap">
          {settlement ? (
            <>
              <Button size="xs" variant="default" onClick={onEdit} aria-label={filledText(texts.changeFor, { asset })}>
                {texts.change}
              </Button>
              <Button
                size="xs"
                variant="default"
                c="var(--bad)"
                onClick={() => void remove(settlement, asset)}
                aria-label={filledText(texts.removeFor, { asset })}
              >
                {texts.remove}
              </Button>
            </>
          ) : (
            <Button size="xs" variant="light" onClick={onEdit} aria-label={filledText(texts.addFor, { asset })}>
              {texts.add}
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
  readonly mayChange: boolean;
}

export function RestingRow({ settlement, merchantId, mayChange }: RestingRowProps) {
  const { destinations: texts } = messages().merchant;
  const { remove } = useDestinationChanges(merchantId);
  return (
    <li className={classes.row}>
      <div className={classes.address}>
        <Text dir="ltr" className={classes.exact ?? ""} size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
          {settlement.asset}
        </Text>
        <ShortText
          value={addressOf(settlement.destination)}
          ends={ENDS_SHOWN}
          label={filledText(texts.copy, { asset: settlement.asset })}
        />
      </div>
      {mayChange && (
        <Button
          size="xs"
          variant="default"
          c="var(--bad)"
          onClick={() => void remove(settlement, settlement.asset)}
          aria-label={filledText(texts.removeFor, { asset: settlement.asset })}
        >
          {texts.remove}
        </Button>
      )}
    </li>
  );
}
