// Checks whether an ECDSA signature of an option's typed data is its payer's. libsecp256k1 in WebAssembly needs a sixth
// of the time of viem's JavaScript.
import { concat, domainSeparator, type Hex, hashStruct, hexToBytes, size, sliceHex } from "viem";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { keccak256 } from "../../../payment/keccak256.ts";
import type { Option } from "../../../payment/option.ts";
import { authorizationData } from "../build/authorization.ts";
import { permitData } from "../build/permit.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ECDSA_BYTES, standardEncoding, V_OFFSET } from "../router/signature-encodings.ts";

/** Whether the key of the payer's account made this signature. A contract at the account may accept others. */
export type IsPayersSignature = (authorization: Authorization) => Promise<boolean>;

type SigningConfig = Pick<EvmChainConfig, "assets" | "permit2">;

/** @throws if the option's asset is not paid by signature on this chain */
export function payerSignatureChecker(config: SigningConfig): IsPayersSignature {
  const digestOf = digester(config);
  return async ({ option, signature }) => {
    const rsv = standardEncoding(signature) ?? signature;
    if (size(rsv) !== ECDSA_BYTES) return false;
    const recoveryId = Number(sliceHex(rsv, 64)) - V_OFFSET;
    if (recoveryId !== 0 && recoveryId !== 1) return false;
    const { recover } = await import("tiny-secp256k1"); // compiles its WebAssembly, which most commands never need
    const key = recoveredKey(() => recover(hexToBytes(digestOf(option)), hexToBytes(sliceHex(rsv, 0, 64)), recoveryId));
    return key !== null && keccak256(key.subarray(1)).slice(-40) === option.terms.payer.slice(2).toLowerCase();
  };
}

/** The uncompressed key; null if `r` or `s` is out of range or belongs to no key. */
function recoveredKey(recover: () => Uint8Array | null): Uint8Array | null {
  try {
    return recover();
  } catch {
    return null;
  }
}

/** The digest that a wallet signs (EIP-712). A domain's hash is computed once. */
function digester({ assets, permit2 }: SigningConfig): (option: Option) => Hex {
  const separators = new Map<string, Hex>();
  return (option) => {
    const asset = assets.find(({ id }) => id === option.asset);
    if (asset?.method !== "eip3009" && asset?.method !== "permit2") {
      throw new TypeError(`${option.asset} is not paid by signature`);
    }
    const data = asset.method === "eip3009" ? authorizationData(option, asset) : permitData(option, permit2);
    const separator = separators.get(asset.id) ?? domainSeparator({ domain: data.domain });
    separators.set(asset.id, separator);
    const { types, primaryType, message } = data;
    const struct = hashStruct<Record<string, unknown>, string>({ types, primaryType, data: message });
    return keccak256(concat(["0x1901", separator, struct]));
  };
}
