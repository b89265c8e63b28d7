// A list file of accounts that may not pay: one address per line (# starts a comment), or a JSON array. It is reloaded
// when it changes. While it is invalid, every lookup fails, because the invalid entry might be the account in question.
import type { BigIntStats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { setImmediate as nextTick } from "node:timers/promises";
import { isAddress } from "viem";
import { ScreeningSourceError } from "../operations/gateway/screen-accounts.ts";
import type { ScreeningPart } from "./screening.ts";

/** The lists of all countries together have a few thousand addresses; reading this many takes about a second. */
const ADDRESSES_MAX = 20_000;
const BYTES_MAX = 16 * 1024 * 1024;
/** Checksums verified before yielding to the event loop: a few milliseconds of hashing. */
const ADDRESSES_PER_TURN = 500;
/** A file system may give two changes within this time the same timestamp, so a younger file is read again. */
const SETTLED_AFTER_MS = 2_000;

interface Reading {
  readonly mark: string;
  readonly isSettled: boolean;
  readonly addresses: Promise<ReadonlySet<string>>;
  isUnderWay: boolean;
}

type FactsOf = (file: string) => Promise<Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs" | "ctimeNs" | "ctimeMs">>;

/**
 * Each lookup throws ScreeningSourceError while the file is missing or invalid.
 * @param factsOf reads a file's metadata
 */
export function listFile(file: string, factsOf: FactsOf = (path) => stat(path, { bigint: true })): ScreeningPart {
  let last: Reading | null = null;

  async function addresses(): Promise<ReadonlySet<string>> {
    const found = await markOf(file, factsOf);
    if (last?.mark === found.mark && (last.isSettled || last.isUnderWay)) return last.addresses;
    const reading: Reading = { ...found, addresses: read(file, found.mark, factsOf), isUnderWay: true };
    last = reading;
    const ended = (isGood: boolean) => () => {
      reading.isUnderWay = false;
      if (!isGood && last === reading) last = null; // the next lookup retries
    };
    reading.addresses.then(ended(true), ended(false));
    return reading.addresses;
  }

  return async (accounts) => {
    const refused = await addresses();
    return accounts.map(({ address }) => refused.has(address.toLowerCase()));
  };
}

/** Identifies a version of the file. */
async function markOf(file: string, factsOf: FactsOf): Promise<Pick<Reading, "mark" | "isSettled">> {
  const facts = await factsOf(file).catch(unreadable(file));
  if (facts.size > BYTES_MAX) throw wrong(file, `has more than ${BYTES_MAX} bytes`);
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = facts;
  const isSettled = Date.now() - Number(ctimeMs) > SETTLED_AFTER_MS;
  return { mark: [dev, ino, size, mtimeNs, ctimeNs].join(), isSettled };
}

async function read(file: string, mark: string, factsOf: FactsOf): Promise<ReadonlySet<string>> {
  const text = await readFile(file, "utf8").catch(unreadable(file));
  if ((await markOf(file, factsOf)).mark !== mark) throw wrong(file, "changed while it was read");
  // A failed download (`curl … > list`) leaves an empty file. A list without entries must say so: [] or a comment.
  if (text.trim() === "") throw wrong(file, "is empty: if nobody is listed, write [] or a comment (#) into it");
  const entries = entriesOf(file, text.trim());
  if (entries.length > ADDRESSES_MAX) throw wrong(file, `has more than ${ADDRESSES_MAX} addresses`);
  const addresses = new Set<string>();
  for (const [index, { place, entry }] of entries.entries()) {
    if (index % ADDRESSES_PER_TURN === 0) await nextTick();
    if (typeof entry !== "string" || !isRightAddress(entry)) {
      throw wrong(file, `has an entry that is not an address or has a wrong checksum: ${place}`);
    }
    addresses.add(entry.toLowerCase());
  }
  return addresses;
}

/** An address in a single case carries no checksum. */
const isRightAddress = (text: string): boolean =>
  /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text) || isAddress(text, { strict: true });

const wrong = (file: string, what: string) => new ScreeningSourceError(`the list file ${file} ${what}`);

const unreadable =
  (file: string) =>
  (error: unknown): never => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw wrong(file, `cannot be read (${code})`);
  };

interface Entry {
  /** Its position in the file, for the error message. */
  readonly place: string;
  readonly entry: unknown;
}

function entriesOf(file: string, text: string): readonly Entry[] {
  if (!/^[[{]/.test(text)) {
    return text
      .split("\n")
      .map((line, index) => ({ place: `line ${index + 1}`, entry: line.replace(/#.*/, "").trim() }))
      .filter(({ entry }) => entry !== "");
  }
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw wrong(file, "starts like JSON but is not valid JSON"); // the parser's own message would quote the file
  }
  if (!Array.isArray(list)) throw wrong(file, "must be a JSON array of addresses, or one address per line");
  return list.map((entry: unknown, index) => ({ place: `entry ${index + 1}`, entry }));
}
