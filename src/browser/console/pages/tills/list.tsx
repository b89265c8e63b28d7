import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type Pairing, pairAgain, revokeTill, type TillEntry } from "../../api/tills.ts";
import { Badge } from "../../app/badge.tsx";
import { useConfirmedKey } from "../../app/confirmed-key.tsx";
import { failureOf } from "../../app/failure.ts";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import classes from "../keys/keys.module.css";

interface TillListProps {
  readonly tills: readonly TillEntry[];
  readonly onPairing: (pairing: Pairing) => void;
}

export const TillList = ({ tills, onPairing }: TillListProps) => (
  <ul className={classes.list} aria-label="Tills">
    {tills.map((till) => (
      <Row key={till.id} till={till} onPairing={onPairing} />
    ))}
  </ul>
);

function Row({ till, onPairing }: { readonly till: TillEntry } & Pick<TillListProps, "onPairing">) {
  const ask = useConfirmedKey();
  const queries = useQueryClient();
  const { id, name, merchantId, usedAt, pairedAt } = till;
  const again = async () => {
    const pairing = await ask({
      title: `Pair ${name} again?`,
      explanation: <Text>The device that is paired now stops working once another one uses the code.</Text>,
      confirmLabel: "Create code",
      run: (apiKey) => pairAgain(apiKey, id),
    });
    if (pairing) onPairing(pairing);
  };
  const revoke = async () => {
    try {
      await revokeTill(id);
      notifications.show({ title: "Till revoked", message: `${name} no longer takes payments.` });
    } catch (error) {
      const { title, whatToDo } = failureOf(error);
      notifications.show({ color: "red", title, message: whatToDo });
    }
    void queries.invalidateQueries({ queryKey: ["tills"] });
  };
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text span fw={600} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {pairedAt === null && <Badge tone="warn">Not paired</Badge>}
        </Group>
        <Text size="sm" c="dimmed" mt={2} style={{ overflowWrap: "anywhere" }}>
          <AnchorLink to="/merchants/$merchantId" params={{ merchantId }}>
            {merchantId}
          </AnchorLink>
          {usedAt !== null && (
            <>
              {" "}
              · last used <Moment at={usedAt} />
            </>
          )}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => void again()} aria-label={`Pair again: ${name}`}>
          Pair again
        </Button>
        <Button size="xs" variant="default" c="var(--bad)" onClick={() => void revoke()} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      </Group>
    </li>
  );
}
