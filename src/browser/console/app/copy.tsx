// Long texts that only machines read whole: shortened, and copied with one press.
import { ActionIcon, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import { Icon } from "./icon.tsx";

export const CopyAction = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? "Copied" : label}>
        <ActionIcon variant="subtle" color="gray" size="md" onClick={copy} aria-label={copied ? "Copied" : label}>
          <Icon name={copied ? "check" : "copy"} size={16} />
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

interface ShortTextProps {
  /** An address, a hash, an id. */
  readonly value: string;
  /** "Copy the transaction" */
  readonly label: string;
  /** Where it can be looked up. */
  readonly href?: string | null;
  /** As much of both ends as is shown; whole where it is left out. */
  readonly ends?: number;
}

export function ShortText({ value, label, href = null, ends }: ShortTextProps) {
  const shown =
    ends === undefined || value.length <= 2 * ends + 2 ? value : `${value.slice(0, ends + 2)}…${value.slice(-ends)}`;
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ display: "inline-flex", maxWidth: "100%" }}>
      <Text span ff="monospace" fz="sm" title={value} style={{ overflowWrap: "anywhere" }}>
        {href ? (
          <a href={href} target="_blank" rel="noreferrer" style={{ color: "var(--busy)" }}>
            {shown}
          </a>
        ) : (
          shown
        )}
      </Text>
      <CopyAction value={value} label={label} />
    </Group>
  );
}
