// String schemas of the chains file. Each description completes "must be …" in an error.
import Type from "typebox";
import { SHOWN_TEXT } from "../../../payment/shown-text.ts";

export const text = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: SHOWN_TEXT, description });

/** Checks the syntax; the EIP-55 checksum is checked later. */
export const addressText = (description: string) =>
  Type.String({
    pattern: "^0x[0-9a-fA-F]{40}$",
    description: `${description}: 0x and 40 hex digits, EIP-55 checksummed`,
  });

export const httpUrl = (description: string) =>
  Type.String({ pattern: "^https?://[^\\s]+$", maxLength: 2_048, description });
