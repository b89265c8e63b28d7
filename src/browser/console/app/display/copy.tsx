// Addresses, hashes and IDs: shortened, with a copy button.
import { ActionIcon, CopyButton, Group, Text, Tooltip } from "@mantine/core";
import { messages } from "../text/language.ts";
import { Icon } from "./icon.tsx";

export const CopyAction = ({ value, label }: { readonly value: string; readonly label: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? messages().app.copied : label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="md"
          onClick={copy}
          aria-label={copied ? messages().app.copied : label}
        >
          <Icon name={copied ? "check" : "copy"} size={16} />
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
);

interface ShortTextProps {
  /** An address, a hash or an ID. */
  readonly value: string;
  /** For example "Copy transaction hash". */
  readonly label: string;
  /** An explorer link. */
  readonly href?: string | null;
  /** Number of characters shown at each end; without it, the whole value is shown. */
  readonly ends?: number;
}

export function ShortText({ value, label, href = null, ends }: ShortTextProps) {
  const shown =
    ends === undefined || value.length <= 2 * ends + 2 ? value : `${value.slice(0, ends + 2)}…${value.slice(-ends)}`;
  return (
    <Group gap={4} wrap="nowrap" component="span" style={{ display: "inline-flex", maxWidth: "100%" }}>
      <Text span dir="ltr" ff="monospace" fz="sm" title={value} style={{ overflowWrap: "anywhere" }}>
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
