// The keys of receipts (Ed25519): the first signs, and the public parts of all are published, so that receipts of
// earlier keys can still be verified.
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A JWK (RFC 8037). Its id is its thumbprint (RFC 7638), which no other key has. */
export interface PublishedKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  readonly x: string;
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

export interface ReceiptKeys {
  readonly signing: KeyObject;
  /** The signing key's is the first. */
  readonly published: readonly [PublishedKey, ...PublishedKey[]];
}

/** PKCS #8 of an Ed25519 key (RFC 8410), up to its 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** @param seeds 32 bytes each */
export function receiptKeys([first, ...others]: readonly [Buffer, ...Buffer[]]): ReceiptKeys {
  const signing = privateKeyOf(first);
  return { signing, published: [publishedOf(signing), ...others.map((seed) => publishedOf(privateKeyOf(seed)))] };
}

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });

function publishedOf(key: KeyObject): PublishedKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const thumbprint = createHash("sha256").update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }));
  return { kty: "OKP", crv: "Ed25519", x, kid: thumbprint.digest("base64url"), alg: "EdDSA", use: "sig" };
}
