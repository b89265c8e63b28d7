import { expect, test } from "vitest";
import { aligned, counted, tokenText } from "../../../src/cli/output/text.ts";
import type { Asset } from "../../../src/money/asset.ts";
import { turnpike } from "../turnpike.ts";

const USDC = { id: "eip155:1/erc20:0x1", symbol: "USDC", decimals: 6 } as Asset;

test("counts have the right number", () => {
  expect([counted(0, "payment"), counted(1, "payment"), counted(2n, "payment")]).toEqual([
    "0 payments",
    "1 payment",
    "2 payments",
  ]);
});

test.each([
  [12_500_000n, "12.50 USDC"],
  [12_000_000n, "12.00 USDC"],
  [1n, "0.000001 USDC"],
])("%s smallest units are %s", (value, text) => {
  expect(tokenText(value, USDC.id, [USDC])).toBe(text);
});

test("an asset that is not configured is shown by its id", () => {
  expect(tokenText(7n, "eip155:1/slip44:60", [USDC])).toBe("7 of eip155:1/slip44:60");
});

test("columns are aligned, without spaces at the end", () => {
  expect(
    aligned([
      ["a", "bbb", "c"],
      ["aa", "b"],
    ]),
  ).toEqual(["a   bbb  c", "aa  b"]);
});

test.each([
  [["nonsense"], "turnpike: unknown command 'nonsense'", "turnpike --help"],
  [
    ["key", "create", "--role", "king"],
    "turnpike: option '--role <role>' argument 'king' is invalid",
    "turnpike key create --help",
  ],
  [["payment", "show"], "turnpike: missing required argument 'payment'", "turnpike payment show --help"],
])("%j: the error has one prefix and names the help", async (args, message, help) => {
  const { code, stdout, stderr } = await turnpike(args, {});
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain(`turnpike: Run ${help} for usage.`);
  expect(
    stderr
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("turnpike: ")),
  ).toEqual([]);
});

test("an error is red on a terminal only, and never with NO_COLOR", async () => {
  expect((await turnpike(["payment", "show"], {})).stderr).not.toContain("\u001b");
  const coloured = await turnpike(["payment", "show"], { FORCE_COLOR: "1" });
  expect(coloured.stderr).toContain("\u001b[31mturnpike:\u001b[39m missing");
  expect((await turnpike(["payment", "show"], { NO_COLOR: "1" })).stderr).not.toContain("\u001b");
});
