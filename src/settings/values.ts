// Parsers of setting values; each returns undefined for an invalid text.

import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { getAddress, isAddress, isHex } from "viem";
import { type BuyerDataKeys, parseBuyerDataKeys } from "../payment/buyer-data/buyer-data.ts";
import { databaseHosts } from "./database-url.ts";

export function text(value: string): string {
  return value;
}

export function integer(least: number, most: number): (value: string) => number | undefined {
  return (value) => {
    const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : undefined;
  };
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

export function postgresUrl(value: string): string | undefined {
  return databaseHosts(value) === undefined ? undefined : value;
}

export function origin(value: string): string | undefined {
  if (!isUrl(value, ["http:", "https:"])) return undefined;
  const url = new URL(value);
  // Some characters allowed in a URL's host would end a Content-Security-Policy directive.
  const isPlain = /^[a-z0-9.:[\]-]+$/.test(url.host);
  const hasMore = url.pathname !== "/" || url.search || url.hash || url.username || url.password;
  return isPlain && !hasMore ? url.origin : undefined;
}

export function rpcUrls(value: string): readonly string[] | undefined {
  const urls = value.split(",").map((url) => url.trim());
  return urls.every((url) => isUrl(url, ["http:", "https:"])) ? urls : undefined;
}

export function privateKeys(value: string): readonly `0x${string}`[] | undefined {
  const keys = value.split(",").map((key) => key.trim());
  const areOnce = new Set(keys.map((key) => key.toLowerCase())).size === keys.length;
  return areOnce && keys.every(isPrivateKey) ? keys : undefined;
}

/** The order of the curve's group (secp256k1): private keys are below it. */
const KEYS_END = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;

const isPrivateKey = (key: string): key is `0x${string}` =>
  isHex(key) && key.length === 66 && BigInt(key) > 0n && BigInt(key) < KEYS_END;

export interface RelayerSigner {
  readonly address: `0x${string}`;
  readonly signerUrl: string;
}

/** Accounts whose keys are in remote signers, each as `address=URL`. */
export function relayerSigners(value: string): readonly RelayerSigner[] | undefined {
  const signers = value.split(",").map((signer) => {
    const [, address, signerUrl = ""] = /^(0x[0-9a-fA-F]{40})=(.+)$/.exec(signer.trim()) ?? [];
    return address && isAddress(address) && isUrl(signerUrl, ["http:", "https:"])
      ? { address: getAddress(address), signerUrl }
      : undefined;
  });
  const valid = signers.filter((signer) => signer !== undefined);
  const areOnce = new Set(valid.map(({ address }) => address)).size === signers.length;
  return valid.length === signers.length && areOnce ? valid : undefined;
}

export function networks(value: string): readonly string[] | undefined {
  if (value === "none") return [];
  const list = value.split(",").map((network) => network.trim());
  return list.every((network) => isIP(network) > 0 || isNetwork(network)) ? list : undefined;
}

/** All addresses at once are no network of proxies, and the server refuses them. */
const isNetwork = (network: string): boolean =>
  isIP(network.split("/")[0] ?? "") > 0 && ipaddr.isValidCIDR(network) && !/\/0+$/.test(network);

/** Ranges of addresses that operators give out themselves. */
const OWN_RANGES = ["private", "carrierGradeNat", "uniqueLocal"];

/** Networks of the operator's own: neither loopback nor link-local, and nothing of the public internet. */
export function ownNetworks(value: string): readonly string[] | undefined {
  const list = networks(value);
  return list?.every(isOwnNetwork) ? list : undefined;
}

function isOwnNetwork(network: string): boolean {
  if (isIP(network) > 0) return OWN_RANGES.includes(ipaddr.parse(network).range());
  const family = isIP(network.split("/")[0] ?? "") === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const [first, last] = [family.networkAddressFromCIDR(network), family.broadcastAddressFromCIDR(network)];
  const isBase = ipaddr.parseCIDR(network)[0].toString() === first.toString();
  return isBase && [first, last].every((address) => OWN_RANGES.includes(address.range()));
}

/** A host name or address, with an optional port. */
export function host(value: string): string | undefined {
  const isHost = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/.test(value);
  return isHost && URL.canParse(`https://${value}`) ? value : undefined;
}

/** A random key has about 30 different bytes; one typed by hand (zeros) has few. */
const KEY_BYTES_MIN = 4;
const isRandom = (key: Buffer): boolean => new Set(key).size >= KEY_BYTES_MIN;

export function buyerDataKeys(value: string): BuyerDataKeys | undefined {
  const keys = parseBuyerDataKeys(value);
  return keys?.every(({ key }) => isRandom(key)) ? keys : undefined;
}

/** One key, or two different ones: the first seals, both open. */
export function secretKeys(value: string): readonly Buffer[] | undefined {
  return hexKeys(value, 2);
}

/** At most so many random keys, each once. */
function hexKeys(value: string, most: number): readonly Buffer[] | undefined {
  const keys = value.split(",").map((key) => key.trim().toLowerCase());
  const areKeys = keys.length <= most && keys.every((key) => /^[0-9a-f]{64}$/.test(key));
  const values = keys.map((key) => Buffer.from(key, "hex"));
  return areKeys && values.every(isRandom) && new Set(keys).size === keys.length ? values : undefined;
}

/** Keys of receipts, each once: the first signs. */
const RECEIPT_KEYS_MAX = 20;

export function receiptKeys(value: string): readonly [Buffer, ...Buffer[]] | undefined {
  const [first, ...others] = hexKeys(value, RECEIPT_KEYS_MAX) ?? [];
  return first && [first, ...others];
}

export function origins(value: string): readonly string[] | undefined {
  if (value === "none") return [];
  const list = value.split(",").map((url) => origin(url.trim()));
  return list.every((url) => url !== undefined) ? list : undefined;
}
