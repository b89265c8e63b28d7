// Each wrong answer of `turnpike init` is named with its field, before anything is done.
import { expect, test } from "vitest";
import { PERMIT2, routerAddress } from "../../../src/chains/evm/config/deploy.ts";
import { installedEntries } from "../../../src/cli/init/answered.ts";
import { parseAnswers } from "../../../src/cli/init/answers.ts";

const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CHAIN = { preset: "base", rpcUrls: ["https://one.example", "https://two.example"], feeReceiver: ACCOUNT };
const ANSWERS = {
  publicUrl: "https://pay.example",
  chains: [CHAIN],
  proxy: "nginx",
  certificate: { acmeEmail: "operator@pay.example" },
  partner: "Corner shop",
  merchant: { name: "Corner shop", email: "shop@shop.example", destination: ACCOUNT },
};

function answersOf(json: unknown, installed: Parameters<typeof parseAnswers>[1] = []) {
  const parsed = parseAnswers(json, installed);
  if (parsed.kind === "ok") return parsed.answers;
  throw new Error(JSON.stringify(parsed.issues));
}

test("a few answers are enough: the router is this version's, and the first payment one cent of the first asset", () => {
  const answers = answersOf(ANSWERS);
  expect(answers).toMatchObject({ host: "pay.example", relayers: 2, feePercentage: "0", databaseUrlFile: null });
  expect(answers.chains[0]?.router).toBe(routerAddress(PERMIT2));
  expect(answers.firstPayment).toMatchObject({ chain: { caip2: "eip155:8453" }, asset: { symbol: "USDC" } });
});

/** As an earlier version deployed it. */
const FORMER_ROUTER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const OTHER = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const BY_EARLIER = { ...CHAIN, router: FORMER_ROUTER };

test.each<[what: string, answer: object, chainsFile: unknown, written: unknown, expected: string]>([
  ["that of the chains file", {}, [BY_EARLIER], { chains: [{ ...CHAIN, router: ACCOUNT }] }, FORMER_ROUTER],
  ["also if it is named there otherwise", {}, [{ caip2: "eip155:8453", router: FORMER_ROUTER }], null, FORMER_ROUTER],
  ["else that of the answers before", {}, [], { chains: [BY_EARLIER] }, FORMER_ROUTER],
  ["the one that the answers name", { router: OTHER }, [BY_EARLIER], { chains: [BY_EARLIER] }, OTHER],
  ["this version's on another chain", { preset: "polygon" }, [BY_EARLIER], null, routerAddress(PERMIT2)],
  ["this version's for another Permit2", { permit2: OTHER }, [BY_EARLIER], null, routerAddress(OTHER)],
])(
  "after an upgrade with other code of the router, a chain has its router: %s",
  (_, answer, ...[file, written, router]) => {
    const installed = installedEntries(JSON.stringify(file), written === null ? null : JSON.stringify(written));
    expect(answersOf({ ...ANSWERS, chains: [{ ...CHAIN, ...answer }] }, installed).chains[0]?.router).toBe(router);
  },
);

test("beside real chains, the first payment is made on one of them, as test nets take only test payments", () => {
  const testNet = { ...CHAIN, preset: "base-sepolia" };
  expect(answersOf({ ...ANSWERS, chains: [testNet] }).firstPayment?.chain.caip2).toBe("eip155:84532");
  expect(answersOf({ ...ANSWERS, chains: [testNet, CHAIN] }).firstPayment?.chain.caip2).toBe("eip155:8453");
});

test("no first payment, no proxy, Caddy's own certificate", () => {
  const { certificate: _, ...rest } = ANSWERS;
  expect(answersOf({ ...rest, proxy: "none", firstPayment: false })).toMatchObject({
    proxy: "none",
    firstPayment: null,
  });
  expect(answersOf({ ...rest, proxy: "caddy" }).certificate).toBeNull();
});

const { partner: _partner, ...WITHOUT_PARTNER } = ANSWERS;
const { certificate: _certificate, ...WITHOUT_CERTIFICATE } = ANSWERS;

test.each<[field: string, given: unknown, expected: string]>([
  ["", [], "must be an object of answers"],
  ["publicUrl", { ...ANSWERS, publicUrl: "http://pay.example" }, "must be https://"],
  ["publicUrl", { ...ANSWERS, publicUrl: "https://pay.example/shop" }, "must be https://"],
  ["publicUrl", { ...ANSWERS, publicUrl: "https://Pay.example" }, "in lower case"],
  ["publicurl", { ...ANSWERS, publicurl: "https://pay.example" }, "check the spelling"],
  ["databaseUrlFile", { ...ANSWERS, databaseUrlFile: "postgres://turnpike:secret@db" }, "must be a path of a file"],
  ["feePercentage", { ...ANSWERS, feePercentage: "0,4" }, "must be a percentage"],
  ["feePercentage", { ...ANSWERS, feePercentage: 0.4 }, "must be a percentage"],
  ["relayers", { ...ANSWERS, relayers: 0 }, "must be a number, 1 to 10"],
  ["chains", { ...ANSWERS, chains: [] }, "must be a list of entries"],
  ["chains.0.preset", { ...ANSWERS, chains: [{ ...CHAIN, preset: "bas" }] }, "must be one of ethereum, base"],
  [
    "chains.0.rpcUrls.0",
    { ...ANSWERS, chains: [{ ...CHAIN, rpcUrls: ["base.example"] }] },
    "must be an http or https URL",
  ],
  ["chains.0.feeReceiver", { ...ANSWERS, chains: [{ ...CHAIN, feeReceiver: "0x12" }] }, "must be the address"],
  ["chains.0.assets.0", { ...ANSWERS, chains: [{ ...CHAIN, assets: ["USDX"] }] }, "must be one of USDC, EURC"],
  ["proxy", { ...ANSWERS, proxy: "apache" }, 'must be "nginx", "caddy" or "none"'],
  ["certificate", WITHOUT_CERTIFICATE, "is missing: nginx needs"],
  ["certificate", { ...ANSWERS, certificate: { chainFile: "chain.pem", keyFile: "/key.pem" } }, "two paths (PEM)"],
  ["certificate", { ...ANSWERS, proxy: "none" }, "must be left out"],
  ["partner", WITHOUT_PARTNER, "is missing: must be the partner's name"],
  ["merchant.email", { ...ANSWERS, merchant: { ...ANSWERS.merchant, email: "shop" } }, "must be an email address"],
  [
    "merchant.destination",
    { ...ANSWERS, merchant: { ...ANSWERS.merchant, destination: ACCOUNT.replace("C8", "c8") } },
    "checksum of EIP-55",
  ],
  ...["ä@b.example", "a..b@c.example", "a.@b.example", "a@b_c.example", "a@-b.example"].map(
    (email): [string, object, string] => [
      "merchant.email",
      { ...ANSWERS, merchant: { ...ANSWERS.merchant, email } },
      "must be an email address",
    ],
  ),
  ...(
    [
      ["0x0000000000000000000000000000000000000000", "must not be the zero address"],
      ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "must not be the token itself"],
    ] as const
  ).map(([destination, words]): [string, object, string] => [
    "merchant.destination",
    { ...ANSWERS, merchant: { ...ANSWERS.merchant, destination } },
    words,
  ]),
  ["firstPayment.chain", { ...ANSWERS, firstPayment: { chain: "eip155:1" } }, "must be one of"],
  ["firstPayment.asset", { ...ANSWERS, firstPayment: { asset: "ETH" } }, "must be one that a signature alone pays"],
])("%s of %j: %s", (field, given, expected) => {
  const parsed = parseAnswers(given);
  if (parsed.kind === "ok") throw new Error("these answers are accepted");
  expect(parsed.issues.map((issue) => issue.field)).toContain(field);
  const { message } = parsed.issues.find((issue) => issue.field === field) ?? { message: "" };
  expect(message).toContain(expected);
});
