// A list file of accounts that may not pay: one address per line (what follows a # is a remark), or a JSON list of
// addresses. It is looked at with every question and read again when it has changed. One that cannot be read, or holds
// anything that is no address, answers nothing: the account that was meant might be missing.
import type { BigIntStats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { isAddress } from "viem";
import { ScreeningSourceError } from "../operations/screen-accounts.ts";
import type { ScreeningPart } from "./screening.ts";

/** The published lists of all countries together have some thousand addresses; so many are read in about a second. */
const ADDRESSES_MAX = 20_000;
const BYTES_MAX = 16 * 1024 * 1024;
/** Checksums are hashes: so many of them take some milliseconds, after which others get their turn. */
const ADDRESSES_PER_TURN = 500;
/** A file system may give two changes within this time the same time stamp, so a younger file is not taken as known. */
const SETTLED_AFTER_MS = 2_000;

interface Reading {
  readonly mark: string;
  readonly isSettled: boolean;
  readonly addresses: Promise<ReadonlySet<string>>;
  isUnderWay: boolean;
}

type FactsOf = (file: string) => Promise<Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs" | "ctimeNs" | "ctimeMs">>;

/**
 * Each question throws ScreeningSourceError while the file is not what it must be.
 * @param factsOf what the file system says of a file
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
      if (!isGood && last === reading) last = null; // the next question tries again
    };
    reading.addresses.then(ended(true), ended(false));
    return reading.addresses;
  }

  return async (accounts) => {
    const refused = await addresses();
    return accounts.map(({ address }) => refused.has(address.toLowerCase()));
  };
}

/** What changes whenever the file does. */
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
  // What is left where a list was to be written and was not (`curl … > list`). A list of nobody says so: [] or a remark.
  if (text.trim() === "") throw wrong(file, "is empty: write [] or a remark (#) into it where nobody is on it");
  const entries = entriesOf(file, text.trim());
  if (entries.length > ADDRESSES_MAX) throw wrong(file, `has more than ${ADDRESSES_MAX} addresses`);
  const addresses = new Set<string>();
  for (const [index, { place, entry }] of entries.entries()) {
    if (index % ADDRESSES_PER_TURN === 0) await nextTurn();
    if (typeof entry !== "string" || !isRightAddress(entry))
      throw wrong(file, `holds something that is no address, or has a wrong checksum: ${place}`);
    addresses.add(entry.toLowerCase());
  }
  return addresses;
}

/** All in one case carries no checksum, so there is none to be wrong. */
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
  /** Where it stands, for whoever must mend it. */
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
    throw wrong(file, "begins like JSON and is none"); // the parser's own words quote the file
  }
  if (!Array.isArray(list)) throw wrong(file, "must be a JSON list of addresses, or one address per line");
  return list.map((entry: unknown, index) => ({ place: `entry ${index + 1}`, entry }));
}
