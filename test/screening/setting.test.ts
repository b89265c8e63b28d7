import { expect, test } from "vitest";
import { parseScreening } from "../../src/screening/setting.ts";

const ORACLE = "0x40C57923924B5c5c5455c48D93317139ADDaC8fb";

test.each([
  ["none", []],
  ["list:/etc/turnpike/refused.txt", [{ type: "list", file: "/etc/turnpike/refused.txt" }]],
  [`oracle:eip155:1/${ORACLE}`, [{ type: "oracle", chain: "eip155:1", address: ORACLE }]],
  [`oracle:eip155:1/${ORACLE.toLowerCase()}`, [{ type: "oracle", chain: "eip155:1", address: ORACLE }]],
  [
    `list:a.txt, oracle:eip155:1/${ORACLE},list:b.json`,
    [
      { type: "list", file: "a.txt" },
      { type: "oracle", chain: "eip155:1", address: ORACLE },
      { type: "list", file: "b.json" },
    ],
  ],
])("%s", (text, sources) => {
  expect(parseScreening(text)).toEqual(sources);
});

test.each([
  "",
  "off",
  "list:",
  "list",
  "none,list:a.txt",
  "list:a.txt,",
  `oracle:${ORACLE}`,
  `oracle:eip155:1:${ORACLE}`,
  "oracle:eip155:1/0x12",
  `oracle:eip155:1/${ORACLE.replace("fb", "FB")}`,
  `oracle:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/${ORACLE}`,
  Array.from({ length: 11 }, () => "list:a.txt").join(),
])("%j is refused", (text) => {
  expect(parseScreening(text)).toBeUndefined();
});
