// Chain-agnostic identifiers: CAIP-2 chains, CAIP-10 accounts, CAIP-19 assets. Parsing yields a canonical text (EVM
// addresses EIP-55 checksummed), so that letter case cannot create duplicates.
import { getAddress, isAddress } from "viem";

export interface AccountId {
  /** CAIP-2, for example `eip155:8453`. */
  readonly chain: string;
  readonly address: string;
  /** Canonical CAIP-10. */
  readonly text: string;
}

export interface AssetId {
  readonly chain: string;
  /** For example `erc20`, `slip44`. */
  readonly namespace: string;
  readonly reference: string;
  /** Canonical CAIP-19. */
  readonly text: string;
}

const CHAIN = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/;
const ASSET = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})\/([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/;
const EVM_CHAIN = /^eip155:[1-9][0-9]{0,14}$/;

export const isChainId = (text: string): boolean => CHAIN.test(text) && (!isEvm(text) || EVM_CHAIN.test(text));

const isEvm = (chain: string): boolean => chain.startsWith("eip155:");

/** The number of an `eip155` chain: at most 15 digits, so exact as a number. Throws for other namespaces. */
export function evmChainNumber(chain: string): number {
  if (!EVM_CHAIN.test(chain)) throw new TypeError(`not an eip155 chain id: ${chain}`);
  return Number(chain.slice("eip155:".length));
}

/** A CAIP-10 account, or null. A mixed-case EVM address must have a valid EIP-55 checksum. */
export function parseAccountId(text: string): AccountId | null {
  const end = text.lastIndexOf(":");
  const chain = text.slice(0, Math.max(end, 0));
  const address = canonicalAddress(chain, text.slice(end + 1));
  return isChainId(chain) && address ? { chain, address, text: `${chain}:${address}` } : null;
}

/** A CAIP-19 asset type, or null. */
export function parseAssetId(text: string): AssetId | null {
  const [, chain, namespace, given] = ASSET.exec(text) ?? [];
  if (!chain || !namespace || !given || !isChainId(chain)) return null;
  const reference = canonicalReference(chain, namespace, given);
  return reference ? { chain, namespace, reference, text: `${chain}/${namespace}:${reference}` } : null;
}

/** Coin types (SLIP-44) are decimal numbers. Tokens have a contract, so the address zero and its stand-in are none. */
function canonicalReference(chain: string, namespace: string, given: string): string | null {
  if (namespace === "slip44") return /^(0|[1-9][0-9]*)$/.test(given) ? given : null;
  if (!isEvm(chain)) return given;
  if (namespace !== "erc20") return null; // nothing else can be paid on these chains
  const address = canonicalAddress(chain, given);
  return address && !NO_CONTRACT.has(address.toLowerCase()) ? address : null;
}

/** Wallets and exchanges write the coin so. */
const NO_CONTRACT: ReadonlySet<string> = new Set([`0x${"0".repeat(40)}`, `0x${"e".repeat(40)}`]);

function canonicalAddress(chain: string, address: string): string | null {
  if (!isEvm(chain)) return ADDRESS.test(address) ? address : null;
  const oneCase = address === address.toLowerCase() || /^0x[0-9A-F]{40}$/.test(address);
  if (oneCase) return isAddress(address, { strict: false }) ? getAddress(address) : null;
  return isAddress(address, { strict: true }) ? address : null;
}
