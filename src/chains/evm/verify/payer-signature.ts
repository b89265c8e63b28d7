// Checks whether an ECDSA signature of an option's typed data is its payer's. libsecp256k1 in WebAssembly needs a sixth
// of the time of viem's JavaScript.
import { type Address, concat, domainSeparator, type Hex, hashStruct, hexToBytes, size, sliceHex } from "viem";
import { keepNewest } from "../../../concurrency/keep-newest.ts";
import type { AuthorizedToken, Permit2Token } from "../../../money/asset.ts";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { keccak256 } from "../../../payment/keccak256.ts";
import { transferOf } from "../../../payment/transfers/transfer-authorization.ts";
import { authorizationData, transferData } from "../build/authorization.ts";
import { permitData } from "../build/permit.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ECDSA_BYTES, standardEncoding, V_OFFSET } from "../router/signature-encodings.ts";
import { signerOf } from "./signer-of.ts";

/** Whether the key of the payer's account made this signature. A contract at the account may accept others. */
export type IsPayersSignature = (authorization: Authorization) => Promise<boolean>;

type SigningConfig = Pick<EvmChainConfig, "assets" | "permit2">;

/** @throws if the option's asset is not paid by signature on this chain */
export function payerSignatureChecker(config: SigningConfig): IsPayersSignature {
  const digestOf = digester(config);
  const known = new Set<string>();
  return async (authorization) => {
    const { account, signature } = signerOf(authorization);
    const rsv = standardEncoding(signature) ?? signature;
    if (size(rsv) !== ECDSA_BYTES) return false;
    const recoveryId = Number(sliceHex(rsv, 64)) - V_OFFSET;
    if (recoveryId !== 0 && recoveryId !== 1) return false;
    const digest = digestOf(authorization);
    const question = `${digest} ${rsv} ${account}`;
    if (known.has(question)) return true;
    const { recover } = await import("tiny-secp256k1"); // compiles its WebAssembly, which most commands never need
    const key = recoveredKey(() => recover(hexToBytes(digest), hexToBytes(sliceHex(rsv, 0, 64)), recoveryId));
    const isPayers = key !== null && keccak256(key.subarray(1)).slice(-40) === account?.slice(2).toLowerCase();
    if (isPayers) keepNewest(known.add(question), KNOWN_MAX);
    return isPayers;
  };
}

/**
 * Servers verify what a client has signed, sell, and then settle it: the second time costs no recovery. Each entry has
 * about 400 bytes.
 */
const KNOWN_MAX = 4_096;

/** The uncompressed key; null if `r` or `s` is out of range or belongs to no key. */
function recoveredKey(recover: () => Uint8Array | null): Uint8Array | null {
  try {
    return recover();
  } catch {
    return null;
  }
}

function dataOf(authorization: Authorization, asset: AuthorizedToken | Permit2Token, permit2: Address) {
  const { option } = authorization;
  if (asset.method === "permit2") return permitData(option, permit2);
  const transfer = transferOf(authorization);
  return transfer ? transferData(option, asset, transfer) : authorizationData(option, asset);
}

/** The digest that a wallet signs (EIP-712). A domain's hash is computed once. */
function digester({ assets, permit2 }: SigningConfig): (authorization: Authorization) => Hex {
  const separators = new Map<string, Hex>();
  return (authorization) => {
    const { option } = authorization;
    const asset = assets.find(({ id }) => id === option.asset);
    if (asset?.method !== "eip3009" && asset?.method !== "permit2") {
      throw new TypeError(`${option.asset} is not paid by signature`);
    }
    const data = dataOf(authorization, asset, permit2);
    const separator = separators.get(asset.id) ?? domainSeparator({ domain: data.domain });
    separators.set(asset.id, separator);
    const { types, primaryType, message } = data;
    const struct = hashStruct<Record<string, unknown>, string>({ types, primaryType, data: message });
    return keccak256(concat(["0x1901", separator, struct]));
  };
}
