// Changes to destinations. Each one is previewed and confirmed with the API key.
import { List, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type CryptoSettlement, merchantsWithKey } from "../../../api/merchants.ts";
import { useReadAgain } from "../../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../../app/session/confirmed-key.tsx";
import { addressOf } from "../../../app/text/asset-name.ts";
import { countedText, messages } from "../../../app/text/language.ts";
import { useApprovals } from "../../approvals/use-approvals.tsx";
import classes from "./destinations.module.css";

/** CAIP-19 ID and display name. */
export interface NamedAsset {
  readonly asset: string;
  readonly name: string;
}

/** Each resolves to whether the change was made. */
export function useDestinationChanges(merchantId: string) {
  const { changes: texts } = messages().merchant;
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("merchants", "audit");
  const approvals = useApprovals(merchantId);
  const done = (outcome: unknown, title: string): boolean => {
    if (outcome === null) return false;
    if (approvals.announced()) return true;
    notifications.show({ title, message: texts.applies });
    void readAgain();
    return true;
  };

  return {
    async add(assets: readonly NamedAsset[], account: string): Promise<boolean> {
      const idempotencyKey = crypto.randomUUID(); // shared by all tries with a mistyped key
      const settlements = assets.map(({ asset }) => ({ asset, destination: account }));
      const outcome = await ask({
        title: countedText(texts.add, assets.length),
        explanation: approvals.explained(<Move title={<Names assets={assets} />} before={null} after={account} />),
        ...approvals.button(texts.addNow, false),
        run: (apiKey) =>
          approvals.make(apiKey, { type: "add", settlements }, () =>
            merchantsWithKey(apiKey).settlements.create(merchantId, settlements, { idempotencyKey }),
          ),
      });
      return done(outcome, texts.added);
    },

    async change(settlement: CryptoSettlement, name: string, account: string): Promise<boolean> {
      const outcome = await ask({
        title: texts.change,
        explanation: approvals.explained(
          <Move title={name} before={settlement.destination} after={account} note={texts.underWay} />,
        ),
        ...approvals.button(texts.changeNow, true),
        run: (apiKey) =>
          approvals.make(apiKey, { type: "change", settlementId: settlement.id, destination: account }, () =>
            merchantsWithKey(apiKey).settlements.change(merchantId, settlement.id, { destination: account }),
          ),
      });
      return done(outcome, texts.changed);
    },

    async remove(settlement: CryptoSettlement, name: string): Promise<boolean> {
      const outcome = await ask({
        title: texts.remove,
        explanation: approvals.explained(
          <Move
            title={name}
            before={settlement.destination}
            after={null}
            note={`${texts.noLonger} ${texts.underWay}`}
          />,
        ),
        ...approvals.button(texts.removeNow, true),
        run: (apiKey) =>
          approvals.make(apiKey, { type: "remove", settlementId: settlement.id }, () =>
            merchantsWithKey(apiKey).settlements.delete(merchantId, settlement.id),
          ),
      });
      return done(outcome, texts.removed);
    },
  };
}

interface MoveProps {
  readonly title: React.ReactNode;
  /** CAIP-10; null if there is none. */
  readonly before: string | null;
  readonly after: string | null;
  readonly note?: string;
}

function Move({ title, before, after, note }: MoveProps) {
  const { changes: texts } = messages().merchant;
  return (
    <Stack gap="sm">
      <Text component="div" fw={600}>
        {title}
      </Text>
      <div className={classes.move}>
        {before !== null && <Place label={texts.current} account={before} />}
        {after !== null && <Place label={texts.next} account={after} />}
      </div>
      {after !== null && <Text size="sm">{texts.compare}</Text>}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  );
}

const Place = ({ label, account }: { readonly label: string; readonly account: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text dir="ltr" className={classes.exact ?? ""} ff="monospace" size="sm">
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
