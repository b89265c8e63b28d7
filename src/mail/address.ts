// Addresses that mail is sent to: their form, the seal under which they are stored, and the hash by which they are
// limited.
import { createHmac, hkdfSync } from "node:crypto";
import { domainToASCII } from "node:url";
import { openText, type SealedText, type StorageKeys, sealText } from "../payment/sealed-text.ts";

/** RFC 5321 §4.5.3.1. */
export const ADDRESS_LENGTH_MAX = 254;
/** A dot-atom of RFC 5322 §3.2.3. Quoted names are left out: people have none, and they can hide a second address. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LOCAL_LENGTH_MAX = 64;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The address with its domain in ASCII and lower case; null if it is none that can be written to. */
export function mailAddress(typed: string): string | null {
  const at = typed.lastIndexOf("@");
  const local = typed.slice(0, Math.max(at, 0));
  const domain = domainToASCII(typed.slice(at + 1)).toLowerCase();
  if (local.length > LOCAL_LENGTH_MAX || !LOCAL.test(local) || !DOMAIN.test(domain)) return null;
  const address = `${local}@${domain}`;
  return address.length <= ADDRESS_LENGTH_MAX ? address : null;
}

/** Equal for the spellings of one mailbox, so that a limit cannot be passed by another spelling. */
export function hashOfAddress([{ key }]: StorageKeys, address: string): Buffer {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const mailbox = `${local.split("+")[0]}@${domain}`;
  const secret = Buffer.from(hkdfSync("sha256", key, "", "turnpike mail addresses", 32));
  return createHmac("sha256", secret).update(mailbox).digest();
}

/** The part of a message that is encrypted while it waits. */
export interface MailSecret {
  readonly address: string;
  /** The link of an invitation. */
  readonly link?: string;
}

const placeOf = (mailId: string): readonly string[] => ["turnpike mail", mailId];

export const sealMailSecret = (keys: StorageKeys, mailId: string, secret: MailSecret): SealedText =>
  sealText(keys, placeOf(mailId), JSON.stringify(secret));

/** @returns null if the stored content was altered. @throws SealedByUnknownKeyError */
export function openMailSecret(keys: StorageKeys, mailId: string, sealed: SealedText): MailSecret | null {
  const text = openText(keys, placeOf(mailId), sealed);
  return text === null ? null : (JSON.parse(text) as MailSecret);
}
