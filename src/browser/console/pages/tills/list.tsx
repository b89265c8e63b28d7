import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useMerchantNames } from "../../api/merchants.ts";
import { type Pairing, pairAgain, type TillEntry } from "../../api/tills.ts";
import { Badge } from "../../app/display/badge.tsx";
import { MerchantLink } from "../../app/display/merchant-link.tsx";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { Filled } from "../../app/text/filled.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";
import classes from "../keys/keys.module.css";
import { RevokeDialog } from "./revoke-dialog.tsx";

interface TillListProps {
  readonly tills: readonly TillEntry[];
  readonly onPairing: (pairing: Pairing) => void;
}

export function TillList({ tills, onPairing }: TillListProps) {
  const names = useMerchantNames();
  return (
    <ul className={classes.list} aria-label={messages().app.places.tills}>
      {tills.map((till) => (
        <Row key={till.id} till={till} merchantName={names.get(till.merchantId)} onPairing={onPairing} />
      ))}
    </ul>
  );
}

interface RowProps extends Pick<TillListProps, "onPairing"> {
  readonly till: TillEntry;
  readonly merchantName: string | undefined;
}

function Row({ till, merchantName, onPairing }: RowProps) {
  const { tills: texts } = messages();
  const ask = useConfirmedKey();
  const { id, name, merchantId, usedAt, pairedAt } = till;
  const again = async () => {
    const pairing = await ask({
      title: filledText(texts.again.question, { name }),
      explanation: <Text>{texts.again.text}</Text>,
      confirmLabel: texts.createCode,
      run: (apiKey) => pairAgain(apiKey, id),
    });
    if (pairing) onPairing(pairing);
  };
  const [asks, setAsks] = useState(false);
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text span dir="auto" fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {pairedAt === null && <Badge tone="warn">{texts.list.notPaired}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" mt={2} style={{ overflowWrap: "anywhere" }}>
          <MerchantLink merchantId={merchantId} name={merchantName} />
          {usedAt !== null && (
            <>
              {" · "}
              <Filled message={texts.list.lastUsed} values={{ time: <Moment at={usedAt} /> }} />
            </>
          )}
        </Text>
      </div>
      <Group gap="md">
        <Button
          size="xs"
          variant="default"
          onClick={() => void again()}
          aria-label={filledText(texts.list.pairTillAgain, { name })}
        >
          {texts.list.pairAgain}
        </Button>
        <Button
          size="xs"
          variant="default"
          c="var(--bad)"
          onClick={() => setAsks(true)}
          aria-label={filledText(texts.list.revokeTill, { name })}
        >
          {texts.list.revoke}
        </Button>
      </Group>
      {asks && <RevokeDialog till={till} close={() => setAsks(false)} />}
    </li>
  );
}

/** Tills that no longer take payments. */
export const RevokedTills = ({ tills }: Pick<TillListProps, "tills">) => (
  <ul className={classes.list} data-revoked aria-label={messages().tills.list.revokedTills}>
    {tills.map(({ id, name, revokedAt }) => (
      <li key={id} className={classes.row}>
        <Group gap="xs" className={classes.what ?? ""}>
          <Text span dir="auto" fw={600} c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Badge tone="calm">{messages().tills.list.revoked}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {revokedAt !== null && <Moment at={revokedAt} />}
        </Text>
      </li>
    ))}
  </ul>
);
