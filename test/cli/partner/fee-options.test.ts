// How the options of `partner fees` change a policy, and which are refused.
import { expect, test } from "vitest";
import { changedFees } from "../../../src/cli/partner/fee-options.ts";
import { percentagePolicy } from "../../../src/payment/fee.ts";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const ROUTER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const CHAINS = [{ caip2: "eip155:1", router: ROUTER }] as const;

const BEFORE = {
  ...percentagePolicy(4_000n),
  fixed: new Map([["USD", 30n]]),
  minimum: new Map([["USD", 100n]]),
  receivers: new Map([["*", ADDRESS]]),
};

test("no option changes nothing", () => {
  expect(changedFees(BEFORE, {}, [])).toBeNull();
});

test.each([
  ["the percentage", { percentage: "1.5" }, { ppm: 15_000n }],
  ["a second currency", { fixed: ["JPY=40"] }, { fixed: new Map(Object.entries({ USD: 30n, JPY: 40n })) }],
  ["several at once", { fixed: ["USD=0.2", "KWD=0.1"] }, { fixed: new Map(Object.entries({ USD: 20n, KWD: 100n })) }],
  ["a removed fixed fee", { fixed: ["USD=0"] }, { fixed: new Map() }],
  ["a minimum", { minimum: ["USD=12"] }, { minimum: new Map([["USD", 1_200n]]) }],
  ["the receiver, in lower case", { receiver: [OTHER.toLowerCase()] }, { receivers: new Map([["*", OTHER]]) }],
  [
    "the receiver of one chain",
    { receiver: [`eip155:1=${OTHER}`] },
    {
      receivers: new Map([
        ["*", ADDRESS],
        ["eip155:1", OTHER],
      ]),
    },
  ],
  ["a removed receiver", { receiver: ["none"] }, { receivers: new Map() }],
])("%s is changed, and nothing else", (_, options, change) => {
  expect(changedFees(BEFORE, options, CHAINS)).toEqual({ ...BEFORE, ...change });
});

test.each([
  ["a percentage of 100", { percentage: "100" }, "--percentage must be below 100"],
  ["an amount without a currency", { fixed: ["0.30"] }, "for example USD=10.00, not 0.30"],
  ["a currency without an amount", { fixed: ["USD"] }, "for example USD=10.00, not USD"],
  ["an unknown currency", { fixed: ["ABC=1"] }, "must be a currency"],
  ["more decimals than the currency has", { minimum: ["JPY=0.5"] }, "--minimum must be a currency"],
  ["a negative amount", { fixed: ["USD=-1"] }, "must be a currency"],
  ["more than 18 digits", { fixed: [`USD=1${"0".repeat(16)}.00`] }, "must be a currency"],
  ["a wrong checksum", { receiver: [ADDRESS.replace("C8", "c8")] }, "EIP-55 checksum"],
  ["a malformed address", { receiver: ["0x12"] }, "must be an address"],
  ["the zero address", { receiver: [`0x${"0".repeat(40)}`] }, "not be the zero address"],
  ["the router", { receiver: [ROUTER] }, "not be the payment router"],
  [
    "a chain that is not configured",
    { receiver: [`eip155:10=${ADDRESS}`] },
    "eip155:10, which is not configured; it must be one of eip155:1",
  ],
  ["a malformed chain", { receiver: [`base=${ADDRESS}`] }, "CAIP-2"],
])("%s is refused with an explanation", (_, options, words) => {
  expect(() => changedFees(BEFORE, options, CHAINS)).toThrow(words);
});

test("the receiver on a chain that is no longer configured can be removed", () => {
  const before = { ...BEFORE, receivers: new Map([["eip155:10", ADDRESS]]) };
  expect(changedFees(before, { receiver: ["eip155:10=none"] }, CHAINS)?.receivers).toEqual(new Map());
});

test("the message says so if no chain is configured", () => {
  expect(() => changedFees(BEFORE, { receiver: [`eip155:1=${ADDRESS}`] }, [])).toThrow("no chain is: see CHAINS_FILE");
});
