// The field for the hash of a transaction that was sent by hand.
import { TextInput, type TextInputProps } from "@mantine/core";
import { typedCode } from "../../../../money/typed-text.ts";

/** The API's own rule. */
const HASH = /^0x[0-9a-fA-F]{64}$/;

export const isTransactionHash = (text: string): boolean => HASH.test(typedCode(text));

export const TransactionInput = (props: TextInputProps) => (
  <TextInput placeholder="0x…" dir="ltr" spellCheck={false} autoComplete="off" data-autofocus {...props} />
);
