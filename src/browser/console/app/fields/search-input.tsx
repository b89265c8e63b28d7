// The field of a list's search. The search is in the URL, and changes shortly after the last keystroke.
import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { typedText } from "../../../../money/typed-text.ts";
import { Icon } from "../display/icon.tsx";

const TYPING_MS = 350;

interface SearchInputProps
  extends Pick<
    ComponentProps<typeof TextInput>,
    "ref" | "size" | "flex" | "maw" | "placeholder" | "aria-keyshortcuts"
  > {
  readonly "aria-label": string;
  readonly maxLength: number;
  /** The text in the URL; empty: none. */
  readonly searched: string;
  readonly onSearch: (text: string) => void;
  /** Names a button that empties the field. Without it there is no button. */
  readonly clearLabel?: string;
  /** At the end of the empty field. */
  readonly hint?: ReactNode;
}

export function SearchInput({ searched, onSearch, clearLabel, hint, ...props }: SearchInputProps) {
  const [text, setText] = useState(searched);
  // Links, the browser's history and other buttons change the URL as well.
  useEffect(() => setText((typed) => (typedText(typed) === searched ? typed : searched)), [searched]);
  const send = useDebouncedCallback(onSearch, TYPING_MS);
  const type = (value: string) => {
    setText(value);
    send(value);
  };
  return (
    <TextInput
      {...props}
      dir={text ? "auto" : undefined}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        text && clearLabel !== undefined ? (
          <CloseButton size="sm" aria-label={clearLabel} onClick={() => type("")} />
        ) : (
          !text && hint
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
