// Operator commands for buyer data: when it is requested, showing, erasing and key rotation, as the service applies
// them.
import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ADA, askFrom, formOf, optionsOf, sendForm } from "../../buyer-data/given.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { serverForFile } from "../../routes/setup.ts";
import { json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;

const TERMS = "https://shop.example/terms";
const NOTHING = { collectDataFrom: [], chains: [], assets: [], termsUrl: null };

async function isAsked(): Promise<boolean> {
  const { account } = await server().newBuyer();
  return (await optionsOf(server(), await createPayment(server()), account)).collectData !== null;
}

describe("partner buyer-data", () => {
  test("shows, sets, replaces and clears the rules, which apply at once", async () => {
    const { partnerId } = server();
    const run = (...args: string[]) => json(["partner", "buyer-data", partnerId, ...args], settings());
    expect(await run()).toEqual({ partnerId, ...NOTHING });
    expect(await isAsked()).toBe(false);

    const asset = `${server().caip2}/erc20:${server().deployment.usdc}`;
    const set = {
      partnerId,
      collectDataFrom: [
        { unit: "iso4217/JPY", value: "150000" },
        { unit: "iso4217/USD", value: "100000" },
      ],
      chains: ["eip155:1"],
      assets: [asset],
      termsUrl: TERMS,
    };
    const args = [
      "--from",
      "USD=1000.00",
      "JPY=150000",
      "--chain",
      "eip155:1",
      "--asset",
      asset.toLowerCase(),
      "--terms",
      TERMS,
    ];
    expect(await run(...args)).toEqual(set);
    expect(await run()).toEqual(set);
    expect(await isAsked()).toBe(true);

    expect(await run("--from", "USD=1000")).toEqual({
      ...NOTHING,
      partnerId,
      collectDataFrom: [{ unit: "iso4217/USD", value: "100000" }],
    });
    expect(await isAsked()).toBe(false); // a payment of 10.00 USD
    expect(await run("--clear")).toEqual({ partnerId, ...NOTHING });
  });

  test.each([
    ["an unknown partner", ["prtn_0", "--from", "USD=1"], "there is no partner prtn_0"],
    ["an unknown partner to show", ["prtn_0"], "there is no partner prtn_0"],
    ["no currency", ["prtn_0", "--from", "1000"], "for example USD=10.00, not 1000"],
    ["too many decimals", ["prtn_0", "--from", "JPY=1.5"], "--from must be a currency and an amount"],
    ["no chain", ["prtn_0", "--chain", "base"], "--chain must be CAIP-2"],
    ["no asset", ["prtn_0", "--asset", "USDC"], "--asset must be CAIP-19"],
    [
      "terms over http",
      ["prtn_0", "--from", "USD=1", "--terms", "http://shop.example"],
      "--terms must be an https URL",
    ],
    ["only terms", ["prtn_0", "--terms", TERMS], "--terms requires --from, --chain or --asset"],
    [
      "rules to clear and set at once",
      ["prtn_0", "--clear", "--from", "USD=1"],
      "--clear cannot be combined with rules",
    ],
  ])("%s is refused with an explanation", async (_, args, words) => {
    const answer = await turnpike(["partner", "buyer-data", ...args], settings());
    expect(answer).toMatchObject({ code: 1, stdout: "" });
    expect(answer.stderr).toContain(words);
  });

  test("no data is requested that could not be stored", async () => {
    const { BUYER_DATA_KEYS: _, ...without } = settings();
    const args = ["partner", "buyer-data", server().partnerId, "--from", "USD=1"];
    expect(await turnpike(args, without)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("set BUYER_DATA_KEYS first"),
    });
    expect(await isAsked()).toBe(false);
  });
});

describe("buyer-data", () => {
  async function givenData(data: Readonly<Record<string, string>> = ADA): Promise<string> {
    await askFrom(server(), 1n);
    const paymentId = await createPayment(server());
    const { account } = await server().newBuyer();
    await sendForm(server(), await formOf(server(), paymentId, account), data);
    return paymentId;
  }

  test("show prints what was entered; after erase there is nothing to show", async () => {
    const paymentId = await givenData();
    const shown = await json<{ buyers: { fields: object }[] }>(["buyer-data", "show", paymentId], settings());
    expect(shown).toEqual({
      paymentId,
      buyers: [{ account: expect.any(String), collectedAt: expect.any(String), fields: ADA }],
    });
    const { stdout } = await turnpike(["buyer-data", "show", paymentId], settings());
    expect(stdout).toContain(`fullName      "${ADA.fullName}"`);

    expect(await json(["buyer-data", "erase", paymentId], settings())).toEqual({ paymentId, fields: 5 });
    expect(await json(["buyer-data", "erase", paymentId], settings())).toEqual({ paymentId, fields: 0 });
    const gone = await turnpike(["buyer-data", "show", paymentId], settings());
    expect(gone).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("there is no buyer data for"),
    });
  });

  test("erasing a payment that does not exist is refused, so a mistyped id is noticed", async () => {
    const answer = await turnpike(["buyer-data", "erase", "pay_mistyped"], settings());
    expect(answer).toMatchObject({ code: 1, stdout: "", stderr: "turnpike: there is no payment pay_mistyped\n" });
  });

  test("erase --account erases an account's data of every payment", async () => {
    const paymentId = await givenData();
    const shown = await json<{ buyers: { account: string }[] }>(["buyer-data", "show", paymentId], settings());
    const account = shown.buyers[0]?.account ?? "";
    const erase = (...args: string[]) => ["buyer-data", "erase", ...args];
    expect(await json(erase("--account", account), settings())).toEqual({ account, payments: 1, fields: 5 });
    for (const [args, words] of [
      [erase(), "name either a payment, an --account, or a person"],
      [erase(paymentId, "--account", account), "name either a payment, an --account, or a person"],
      [erase("--name", ADA.fullName), "name either a payment, an --account, or a person"],
      [erase("--name", ADA.fullName, "--born", "yesterday"), "--born must be a date"],
      [erase("--name", ADA.fullName, "--born", "1990-02-31"), "--born must be a date"],
      [erase("--name", ADA.fullName, "--born", "1990-13-01"), "--born must be a date"],
      [erase("--account", "0x00"), "--account must be CAIP-10"],
    ] as const) {
      expect(await turnpike(args, settings())).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
    }
  });

  test("find and erase --name find a person under several accounts, and nobody else", async () => {
    await server().sql("delete from buyer_data");
    const hers = [await givenData(), await givenData()];
    const namesake = await givenData({ ...ADA, dob: "1986-12-10" });
    const other = await givenData({ ...ADA, fullName: "Adam Qwyxlace" });
    const person = ["--name", ` ${ADA.fullName.toUpperCase().replace(" ", "  ")}`, "--born", ADA.dob];
    const found = await json<{ payments: { paymentId: string }[] }>(["buyer-data", "find", ...person], settings());
    expect(found.payments.map(({ paymentId }) => paymentId).toSorted()).toEqual(hers.toSorted());
    expect(await json(["buyer-data", "erase", ...person], settings())).toEqual({ payments: 2, fields: 10 });
    expect(await json(["buyer-data", "find", ...person], settings())).toEqual({ payments: [] });
    const left = await server().sql<{ payment_id: string }>("select distinct payment_id from buyer_data");
    expect(left.map(({ payment_id }) => payment_id).toSorted()).toEqual([namesake, other].toSorted());
    await server().sql("delete from buyer_data");
  });

  test("rotate moves everything to the first key; without the old key it names the missing one", async () => {
    const paymentId = await givenData();
    const next = `next:${randomBytes(32).toString("hex")}`;
    const rotated = { ...settings(), BUYER_DATA_KEYS: `${next},${settings().BUYER_DATA_KEYS}` };
    const alone = { ...settings(), BUYER_DATA_KEYS: next };
    const early = await turnpike(["buyer-data", "rotate"], alone);
    expect(early).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("sealed with the key first, which BUYER_DATA_KEYS does not contain"),
    });
    expect(await json(["buyer-data", "rotate"], rotated)).toEqual({
      key: "next",
      fields: 5,
      webhookSecrets: 0,
      addresses: 0,
    });
    expect(await json(["buyer-data", "show", paymentId], alone)).toMatchObject({ buyers: [{ fields: ADA }] });
  });

  test("nothing can be shown without keys", async () => {
    const { BUYER_DATA_KEYS: _, ...without } = settings();
    const answer = await turnpike(["buyer-data", "show", "pay_0"], without);
    expect(answer).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("BUYER_DATA_KEYS must be set"),
    });
  });
});

test("doctor reports requested data that cannot be stored or read, and data not yet under the new key", async () => {
  const { BUYER_DATA_KEYS: old, ...without } = settings();
  const says = async (keys: Readonly<Record<string, string>>) => {
    const { stdout } = await turnpike(["doctor", "--json"], { ...without, ...keys });
    const { findings } = JSON.parse(stdout) as { findings: { part: string; state: string; message: string }[] };
    return findings.filter(({ part }) => part === "buyer data").map(({ state, message }) => [state, message]);
  };
  await server().sql("delete from buyer_data");
  await server().store.buyerDataRules.set(server().partnerId, null);
  expect(await says({})).toEqual([]);
  await askFrom(server(), 1n);
  expect(await says({})).toEqual([["problem", expect.stringContaining("BUYER_DATA_KEYS is not set")]]);
  const { account } = await server().newBuyer();
  await sendForm(server(), await formOf(server(), await createPayment(server()), account), ADA);
  const next = `next:${randomBytes(32).toString("hex")}`;
  expect(await says({ BUYER_DATA_KEYS: `${old}` })).toEqual([["ok", "encrypted with the key first"]]);
  expect(await says({ BUYER_DATA_KEYS: `${next},${old}` })).toEqual([
    ["warning", expect.stringContaining("buyer-data rotate")],
  ]);
  expect(await says({ BUYER_DATA_KEYS: next })).toEqual([["problem", expect.stringContaining("encrypted with first")]]);
});
