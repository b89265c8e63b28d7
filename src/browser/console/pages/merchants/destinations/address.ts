// Validates a settlement address before it is sent. The server validates it again.
import { parseAccountId } from "../../../../../money/caip.ts";
import { typedCode } from "../../../../../money/typed-text.ts";

export type AddressCheck =
  /** @property account canonical CAIP-10 @property warning what to double-check, although the address is valid */
  | { readonly ok: true; readonly account: string; readonly address: string; readonly warning: AddressWarning | null }
  | { readonly ok: false; readonly fault: AddressFault };

export type AddressWarning = "nobody" | "noChecksum";

/** address-text.ts explains each to the reader. */
export type AddressFault =
  | { readonly type: "missing" | "checksum" | "name" | "noPrefix" | "zeroAddress" }
  | { readonly type: "otherChain"; readonly chain: string }
  | { readonly type: "length"; readonly count: number }
  | { readonly type: "character"; readonly character: string };

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;
/** Below this, an address is a precompile or a sample, without a known key. */
const TINY = /^0x0{36}/;

/**
 * @param chain CAIP-2 ID of the asset's chain
 * @param text an address, or a CAIP-10 account on that chain
 */
export function checkAddress(chain: string, text: string): AddressCheck {
  const given = typedCode(text);
  if (given === "") return refuse({ type: "missing" });
  const isAccount = given.includes(":");
  if (isAccount && !given.startsWith(`${chain}:`)) return refuse({ type: "otherChain", chain });
  const address = isAccount ? given.slice(chain.length + 1) : given;
  if (chain.startsWith("eip155:")) {
    const fault = evmFault(address);
    if (fault) return refuse(fault);
  }
  const account = parseAccountId(`${chain}:${address}`);
  if (!account) return refuse({ type: "checksum" });
  return { ok: true, account: account.text, address: account.address, warning: warningOf(address) };
}

function evmFault(address: string): AddressFault | null {
  if (/\.[a-z]+$/i.test(address)) return { type: "name" };
  if (!EVM_ADDRESS.test(address)) return malformed(address);
  if (ZERO.test(address)) return { type: "zeroAddress" };
  return null;
}

function malformed(address: string): AddressFault {
  const [, digits] = /^0x(.*)$/.exec(address) ?? [];
  if (digits === undefined) return { type: "noPrefix" };
  const other = /[^0-9a-fA-F]/.exec(digits)?.[0];
  return other === undefined ? { type: "length", count: digits.length } : { type: "character", character: other };
}

function warningOf(address: string): AddressWarning | null {
  if (TINY.test(address)) return "nobody";
  if (/[0-9a-fA-F]/.test(address) && (address === address.toLowerCase() || /^0x[0-9A-F]{40}$/.test(address)))
    return "noChecksum";
  return null;
}

const refuse = (fault: AddressFault): AddressCheck => ({ ok: false, fault });
