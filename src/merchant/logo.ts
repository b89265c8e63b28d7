// A merchant's logo: our own copy of what the partner pointed at, named by its content.
import { createHash } from "node:crypto";

export interface Logo {
  /** SHA-256 of the content, as hex: the logo's name. */
  readonly hash: string;
  /** WebP, square. */
  readonly content: Buffer;
}

export const logoOf = (content: Buffer): Logo => ({
  hash: createHash("sha256").update(content).digest("hex"),
  content,
});

/** Where everybody may read a logo; what stands there never changes. */
export const logoUrl = (publicUrl: string, hash: string): string => `${publicUrl}/logos/${hash}.webp`;
