// Files of settings mean here what they mean to systemd (src/basic/env-file.c).
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnvFiles } from "../../src/settings/env-file.ts";
import { temporaryDir } from "../cli/turnpike.ts";

async function read(text: string) {
  const file = join(await temporaryDir(), "turnpike.env");
  await writeFile(file, text);
  const { environment, problems } = readEnvFiles([file]);
  return { environment, problems: problems.map((problem) => problem.replace(`${file}: `, "")) };
}

test.each<[text: string, environment: Readonly<Record<string, string>>]>([
  ["A=1\nB=2", { A: "1", B: "2" }],
  ["A=1\r\nB=2\r\n", { A: "1", B: "2" }],
  ["\n  A = 1  \t\n", { A: "1" }],
  ["A=\nB=", { A: "", B: "" }],
  ["# A=1\n ;B=2\nC=# 3 ; #", { C: "# 3 ; #" }],
  ["# a comment \\\nA=1", { A: "1" }],
  ["A=1\nA=2", { A: "2" }],
  ["A=b=c", { A: "b=c" }],
  ["A=b  c", { A: "b  c" }],
  ["A=1 \\\n  2", { A: "1   2" }],
  ["A=1\\\n2\nB=3", { A: "12", B: "3" }],
  ["A=1\\", { A: "1" }],
  ["A=\\x\\\\\\'\\ ", { A: "x\\' " }],
  ["A='1 2'  \nB=\"3 4\"", { A: "1 2", B: "3 4" }],
  ["A='a\"b\\\\'\nB=\"a'b\"", { A: 'a"b\\\\', B: "a'b" }],
  ['A="\\"\\\\\\$\\`\\x"', { A: '"\\$`\\x' }],
  ['A="1\\\n2\n3"\nB=4', { A: "12\n3", B: "4" }],
  ["A='1\\\n2'", { A: "1\\\n2" }],
  ["A='1' \"2\" 3 '4'", { A: "123 '4'" }],
  ['A=1"2"', { A: '1"2"' }],
  ["A='1\nB=2\n", { A: "1\nB=2\n" }],
  ['A="1\\', { A: "1" }],
  ["A=\\\n'1'", { A: "'1'" }],
])("%j", async (text, environment) => {
  expect(await read(text)).toEqual({ environment, problems: [] });
});

test("a line that systemd ignores is named by its number, and the others count", async () => {
  const ignored = (line: number) => `line ${line} is not NAME=value, so systemd ignores it`;
  expect(await read("export A=1\nB='2\n2'\nC\n=3\n1D=4\nE=5")).toEqual({
    environment: { B: "2\n2", E: "5" },
    problems: [1, 4, 5, 6].map(ignored),
  });
});
