// A merchant's logo: our copy of the partner's image, named by its hash.
import { createHash } from "node:crypto";

export interface Logo {
  /** SHA-256 of the content, in hex. */
  readonly hash: string;
  /** WebP, square. */
  readonly content: Buffer;
}

export const logoOf = (content: Buffer): Logo => ({
  hash: createHash("sha256").update(content).digest("hex"),
  content,
});

/** The public URL of a logo. Its content never changes. */
export const logoUrl = (publicUrl: string, hash: string): string => `${publicUrl}/logos/${hash}.webp`;
