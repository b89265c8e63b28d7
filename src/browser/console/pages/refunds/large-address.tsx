// An address in full and large, to be compared with what the buyer said.
import { Text } from "@mantine/core";

/** The eye compares groups, not forty digits in a row. */
const GROUP = /.{1,4}/g;

/** @param account CAIP-10 */
export function LargeAddress({ account }: { readonly account: string }) {
  const address = account.split(":").at(-1) ?? "";
  const [prefix, digits] = address.startsWith("0x") ? ["0x", address.slice(2)] : ["", address];
  const groups = (digits.match(GROUP) ?? []).map((text, place) => ({ text, key: `${place}` }));
  return (
    <Text ff="monospace" fz="xl" fw={600} dir="ltr" lh={1.6} style={{ overflowWrap: "anywhere" }}>
      <span style={{ marginInlineEnd: "0.4em" }}>{prefix}</span>
      {groups.map(({ text, key }) => (
        <span key={key} style={{ display: "inline-block", marginInlineEnd: "0.4em" }}>
          {text}
        </span>
      ))}
    </Text>
  );
}
