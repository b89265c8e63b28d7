// Changes of a destination: each is shown as it will be, and needs the API key again.
import { List, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type CryptoSettlement, merchantsWithKey } from "../../api/merchants.ts";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { addressOf } from "./assets.ts";
import classes from "./merchant.module.css";

/** An asset as it is called here, with its CAIP-19 id. */
export interface NamedAsset {
  readonly asset: string;
  readonly name: string;
}

const UNDER_WAY = "Payments that buyers are paying at this moment keep the destination that they were quoted with.";

/** Each resolves to whether it was done. */
export function useDestinationChanges(merchantId: string) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const done = (outcome: unknown, title: string): boolean => {
    if (outcome === null) return false;
    notifications.show({ title, message: "It counts for every payment from now on." });
    void queries.invalidateQueries({ queryKey: ["merchants"] });
    void queries.invalidateQueries({ queryKey: ["audit"] });
    return true;
  };

  return {
    async add(assets: readonly NamedAsset[], account: string): Promise<boolean> {
      const idempotencyKey = crypto.randomUUID(); // one for all tries with a mistyped key
      const settlements = assets.map(({ asset }) => ({ asset, destination: account }));
      const outcome = await ask({
        title: assets.length === 1 ? "Add this destination?" : `Add ${assets.length} destinations?`,
        explanation: <Move title={<Names assets={assets} />} before={null} after={account} />,
        confirmLabel: "Add",
        run: (apiKey) => merchantsWithKey(apiKey).settlements.create(merchantId, settlements, { idempotencyKey }),
      });
      return done(outcome, "Destination added");
    },

    async change(settlement: CryptoSettlement, name: string, account: string): Promise<boolean> {
      const outcome = await ask({
        title: "Change where the money goes?",
        explanation: <Move title={name} before={settlement.destination} after={account} note={UNDER_WAY} />,
        confirmLabel: "Change destination",
        isDangerous: true,
        run: (apiKey) =>
          merchantsWithKey(apiKey).settlements.change(merchantId, settlement.id, { destination: account }),
      });
      return done(outcome, "Destination changed");
    },

    async remove(settlement: CryptoSettlement, name: string): Promise<boolean> {
      const outcome = await ask({
        title: "Remove this destination?",
        explanation: (
          <Move
            title={name}
            before={settlement.destination}
            after={null}
            note={`New payments in it are then not offered, or go to the operator's treasury where there is one. ${UNDER_WAY}`}
          />
        ),
        confirmLabel: "Remove destination",
        isDangerous: true,
        run: (apiKey) => merchantsWithKey(apiKey).settlements.delete(merchantId, settlement.id),
      });
      return done(outcome, "Destination removed");
    },
  };
}

interface MoveProps {
  readonly title: React.ReactNode;
  /** CAIP-10; null: there is none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly note?: string;
}

const Move = ({ title, before, after, note }: MoveProps) => (
  <Stack gap="sm">
    <Text component="div" fw={600}>
      {title}
    </Text>
    <div className={classes.move}>
      {before !== null && <Place label="Until now" account={before} />}
      {after !== null && <Place label="From now on" account={after} />}
    </div>
    {after !== null && (
      <Text size="sm">Compare every character with your own wallet. What is sent to a wrong address is lost.</Text>
    )}
    {note && (
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    )}
  </Stack>
);

const Place = ({ label, account }: { readonly label: string; readonly account: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text ff="monospace" size="sm">
      {addressOf(account)}
    </Text>
  </div>
);

const Names = ({ assets }: { readonly assets: readonly NamedAsset[] }) =>
  assets.length === 1 ? (
    assets[0]?.name
  ) : (
    <List size="md">
      {assets.map(({ asset, name }) => (
        <List.Item key={asset}>{name}</List.Item>
      ))}
    </List>
  );
