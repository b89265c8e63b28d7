// Asks for a destination's address: to change it, or to add it for this asset and others on the same chain.
import { Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Merchant } from "../../../api/merchants.ts";
import { Note } from "../../../app/display/note.tsx";
import { FormDialog } from "../../../app/fields/form-dialog.tsx";
import { addressOf, assetName } from "../../../app/text/asset-name.ts";
import { filledText, messages } from "../../../app/text/language.ts";
import { checkAddress } from "./address.ts";
import { faultText } from "./address-text.ts";
import type { AssetRow, ChainRows } from "./assets.ts";
import classes from "./destinations.module.css";
import { useDestinationChanges } from "./use-destination-changes.tsx";

interface DestinationDialogProps {
  readonly merchant: Merchant;
  readonly row: AssetRow;
  readonly chain: ChainRows;
  readonly close: () => void;
}

export function DestinationDialog({ merchant, row, chain, close }: DestinationDialogProps) {
  const { dialog: texts, destinations } = messages().merchant;
  const { settlement } = row;
  const changes = useDestinationChanges(merchant.id);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const [also, setAlso] = useState<readonly string[]>([]);
  const check = checkAddress(chain.chain, text);
  const isSame = check.ok && settlement !== null && check.account === settlement.destination;
  const fault = check.ok ? (isSame ? texts.isSame : null) : faultText(check.fault);

  const save = async (account: string) => {
    const isDone = settlement
      ? await changes.change(settlement, assetName(row.accepted), account)
      : await changes.add(chosen(row, chain, also), account);
    if (isDone) close();
  };
  const submit = () => {
    setTried(true);
    return check.ok && !isSame ? save(check.account) : null;
  };

  return (
    <FormDialog
      title={filledText(settlement ? destinations.changeFor : destinations.addFor, { asset: assetName(row.accepted) })}
      close={close}
      submit={submit}
      showsFaults
    >
      {settlement && <CurrentAddress account={settlement.destination} />}
      <AddressInput
        row={row}
        value={text}
        onChange={setText}
        onBlur={() => setTried(text !== "")}
        error={isTried && fault}
      />
      {check.ok && check.warning && <Note role="status">{messages().merchant.address[check.warning]}</Note>}
      {!settlement && <Others row={row} chain={chain} also={also} onChange={setAlso} />}
    </FormDialog>
  );
}

const CurrentAddress = ({ account }: { readonly account: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {messages().merchant.dialog.current}
    </Text>
    <Text dir="ltr" className={classes.exact ?? ""} ff="monospace" size="sm" style={{ overflowWrap: "anywhere" }}>
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

function AddressInput({ row: { accepted, settlement }, onChange, ...input }: AddressInputProps) {
  const { dialog: texts } = messages().merchant;
  return (
    <TextInput
      label={settlement ? texts.newAddress : texts.address}
      description={filledText(texts.addressText, { chain: accepted.chainName, symbol: accepted.symbol })}
      placeholder="0x…"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      data-autofocus
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "0.875rem" } }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...input}
    />
  );
}

interface OthersProps {
  readonly row: AssetRow;
  readonly chain: ChainRows;
  readonly also: readonly string[];
  readonly onChange: (assets: readonly string[]) => void;
}

/** One address usually works for all of a chain's assets. */
function Others({ row, chain, also, onChange }: OthersProps) {
  const { dialog: texts } = messages().merchant;
  const others = withoutDestination(chain).filter((other) => other !== row);
  if (others.length === 0) return null;
  return (
    <Checkbox.Group label={filledText(texts.also, { chain: chain.chainName })} value={[...also]} onChange={onChange}>
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
    .map((each) => ({ asset: each.accepted.asset, name: assetName(each.accepted) }));
