// Asks for a destination's address: to change it, or to add it for this asset and others on the same chain.
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Merchant } from "../../api/merchants.ts";
import { Note } from "../../app/note.tsx";
import { checkAddress } from "./address.ts";
import { type AssetRow, addressOf, type ChainRows } from "./assets.ts";
import { useDestinationChanges } from "./use-destination-changes.tsx";

interface DestinationDialogProps {
  readonly merchant: Merchant;
  readonly row: AssetRow;
  readonly chain: ChainRows;
  readonly close: () => void;
}

export function DestinationDialog({ merchant, row, chain, close }: DestinationDialogProps) {
  const { settlement } = row;
  const changes = useDestinationChanges(merchant.id);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [also, setAlso] = useState<readonly string[]>([]);
  const check = checkAddress(chain.chain, text);
  const isSame = check.ok && settlement !== null && check.account === settlement.destination;
  const fault = check.ok ? (isSame ? "This is already the destination." : null) : check.message;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!check.ok || isSame) return;
    setAsking(true);
    const isDone = settlement
      ? await changes.change(settlement, nameOf(row), check.account)
      : await changes.add(chosen(row, chain, also), check.account);
    setAsking(false);
    if (isDone) close();
  };

  return (
    <Modal
      opened={!isAsking}
      onClose={close}
      title={`${settlement ? "Change" : "Add"} destination for ${nameOf(row)}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {settlement && <CurrentAddress account={settlement.destination} />}
          <AddressInput
            row={row}
            value={text}
            onChange={setText}
            onBlur={() => setTried(text !== "")}
            error={isTried && fault}
          />
          {check.ok && check.warning && <Note role="status">{check.warning}</Note>}
          {!settlement && <Others row={row} chain={chain} also={also} onChange={setAlso} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">Continue</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const CurrentAddress = ({ account }: { readonly account: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      Current address
    </Text>
    <Text ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
      {addressOf(account)}
    </Text>
  </div>
);

interface AddressInputProps {
  readonly row: AssetRow;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly error: string | false | null;
}

const AddressInput = ({ row: { accepted, settlement }, onChange, ...input }: AddressInputProps) => (
  <TextInput
    label={settlement ? "New address" : "Address"}
    description={`An account on ${accepted.chainName} whose keys you hold. Use an exchange only if it accepts ${accepted.symbol} on this chain.`}
    placeholder="0x…"
    autoComplete="off"
    autoCapitalize="off"
    spellCheck={false}
    data-autofocus
    styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "0.875rem" } }}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...input}
  />
);

interface OthersProps {
  readonly row: AssetRow;
  readonly chain: ChainRows;
  readonly also: readonly string[];
  readonly onChange: (assets: readonly string[]) => void;
}

/** One address usually works for all of a chain's assets. */
function Others({ row, chain, also, onChange }: OthersProps) {
  const others = withoutDestination(chain).filter((other) => other !== row);
  if (others.length === 0) return null;
  return (
    <Checkbox.Group label={`Also use for these assets on ${chain.chainName}`} value={[...also]} onChange={onChange}>
      <Group mt="xs" gap="md">
        {others.map(({ accepted }) => (
          <Checkbox key={accepted.asset} value={accepted.asset} label={accepted.symbol} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

const withoutDestination = ({ rows }: ChainRows) => rows.filter(({ settlement }) => settlement === null);

const chosen = (row: AssetRow, chain: ChainRows, also: readonly string[]) =>
  withoutDestination(chain)
    .filter((each) => each === row || also.includes(each.accepted.asset))
    .map((each) => ({ asset: each.accepted.asset, name: nameOf(each) }));

const nameOf = ({ accepted }: AssetRow): string => `${accepted.symbol} on ${accepted.chainName}`;
