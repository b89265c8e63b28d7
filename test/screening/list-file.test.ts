// List files in every format, while they change, and when they are invalid, which fails every lookup.
import { appendFile, mkdtemp, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ScreeningSourceError } from "../../src/operations/gateway/screen-accounts.ts";
import { listFile } from "../../src/screening/list-file.ts";
import { newAccount } from "./accounts.ts";

async function fileWith(text: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-list-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, "refused.txt");
  await writeFile(file, text);
  return file;
}

const [LISTED, OTHER, CLEAN] = [newAccount(), newAccount(), newAccount("eip155:8453")];
const ACCOUNTS = [LISTED, CLEAN, OTHER];

describe("an address is found", () => {
  test.each([
    ["one per line", `${LISTED.address}\n${OTHER.address}\n`],
    ["in capitals", [LISTED, OTHER].map(({ address }) => `0x${address.slice(2).toUpperCase()}`).join("\n")],
    ["in lower case", `${LISTED.address.toLowerCase()}\n${OTHER.address.toLowerCase()}`],
    [
      "with comments and empty lines",
      `# refused\n\n${LISTED.address} # first\n\n  ${OTHER.address}#second\n#${CLEAN.address}`,
    ],
    ["with Windows line ends and a byte order mark", `\uFEFF${LISTED.address}\r\n${OTHER.address}\r\n`],
    ["in a JSON array", JSON.stringify([LISTED.address, OTHER.address.toLowerCase()], null, 2)],
    ["twice", `${LISTED.address}\n${LISTED.address}\n${OTHER.address}\n`],
  ])("%s", async (_, text) => {
    expect(await listFile(await fileWith(text))(ACCOUNTS)).toEqual([true, false, true]);
  });

  test("on every chain", async () => {
    const ask = listFile(await fileWith(LISTED.address));
    const elsewhere = { ...LISTED, chain: "eip155:8453", text: `eip155:8453:${LISTED.address}` };
    expect(await ask([elsewhere])).toEqual([true]);
  });

  test.each(["[]", "# nobody\n"])("not in an empty list %j", async (text) => {
    expect(await listFile(await fileWith(text))(ACCOUNTS)).toEqual([false, false, false]);
  });
});

describe("a change is seen by the next lookup", () => {
  test("of the same length, repeatedly", async () => {
    const file = await fileWith(LISTED.address);
    const ask = listFile(file);
    for (const account of [LISTED, OTHER, LISTED, CLEAN, OTHER]) {
      await writeFile(file, account.address);
      expect(await ask(ACCOUNTS)).toEqual(ACCOUNTS.map((one) => one === account));
    }
  });

  test("of the same length within one timestamp of a coarse file system; after that, a file is read once", async () => {
    const file = await fileWith(LISTED.address);
    const facts = await stat(file, { bigint: true });
    let agedMs = 0n;
    const ask = listFile(file, async () => ({ ...facts, ctimeMs: facts.ctimeMs - agedMs }));
    expect(await ask(ACCOUNTS)).toEqual([true, false, false]);
    await writeFile(file, OTHER.address);
    expect(await ask(ACCOUNTS)).toEqual([false, false, true]);
    agedMs = 60_000n;
    expect(await ask(ACCOUNTS)).toEqual([false, false, true]);
    await rm(file);
    expect(await ask(ACCOUNTS)).toEqual([false, false, true]);
  });

  test("by replacing the file, and by more lines", async () => {
    const file = await fileWith(LISTED.address);
    const ask = listFile(file);
    expect(await ask(ACCOUNTS)).toEqual([true, false, false]);
    await writeFile(`${file}.new`, OTHER.address);
    await rename(`${file}.new`, file);
    expect(await ask(ACCOUNTS)).toEqual([false, false, true]);
    await appendFile(file, `\n${CLEAN.address}`);
    expect(await ask(ACCOUNTS)).toEqual([false, true, true]);
  });

  test("that fixes the file", async () => {
    const file = await fileWith("no address");
    const ask = listFile(file);
    await expect(ask(ACCOUNTS)).rejects.toThrow(ScreeningSourceError);
    await writeFile(file, LISTED.address);
    expect(await ask(ACCOUNTS)).toEqual([true, false, false]);
    await rm(file);
    await expect(ask(ACCOUNTS)).rejects.toThrow(`the list file ${file} cannot be read (ENOENT)`);
    await writeFile(file, OTHER.address);
    expect(await ask(ACCOUNTS)).toEqual([false, false, true]);
  });
});

describe("every lookup fails with a hint while the file contains", () => {
  const wrongChecksum = LISTED.address.replace(/[a-f]|[A-F]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  test.each([
    ["a word", `${LISTED.address}\n\nhello\n`, "line 3"],
    ["a wrong checksum", `# remark\n${wrongChecksum}`, "line 2"],
    ["an empty file", "", "is empty"],
    ["only line ends", "\n\r\n", "is empty"],
    ["half an address", LISTED.address.slice(0, 30), "line 1"],
    ["two addresses in a line", `${LISTED.address} ${OTHER.address}`, "line 1"],
    ["an account with its chain", LISTED.text, "line 1"],
    ["a number in JSON", JSON.stringify([LISTED.address, 7]), "entry 2"],
    ["an object", JSON.stringify({ addresses: [LISTED.address] }), "must be a JSON array"],
    ["a truncated JSON array", `["${LISTED.address}",`, "starts like JSON but is not valid JSON"],
  ])("%s", async (_, text, words) => {
    const answer = listFile(await fileWith(text))(ACCOUNTS);
    await expect(answer).rejects.toThrow(words);
    await expect(answer).rejects.toThrow(ScreeningSourceError);
    await expect(answer).rejects.not.toThrow(LISTED.address);
  });

  test("too many addresses", async () => {
    const file = await fileWith(`${LISTED.address.toLowerCase()}\n`.repeat(20_001));
    await expect(listFile(file)(ACCOUNTS)).rejects.toThrow("has more than 20000 addresses");
  });

  test("too many bytes", async () => {
    const file = await fileWith("");
    await truncate(file, 16 * 1024 * 1024 + 1);
    await expect(listFile(file)(ACCOUNTS)).rejects.toThrow("has more than 16777216 bytes");
  });
});
