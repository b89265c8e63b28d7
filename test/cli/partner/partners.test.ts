// Operator commands for partners, keys and wallet apps, and their effect on the running service.
import { describe, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { askAsPartner } from "../../routes/deposits/given.ts";
import { givenPayment } from "../../routes/given.ts";
import { serverForFile } from "../../routes/setup.ts";
import { json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;

interface Partner {
  readonly partnerId: string;
  readonly name: string;
  readonly version: string;
}

const createPartner = (name: string): Promise<Partner> => json(["partner", "create", "--name", name], settings());

/** Expects exit code 1, empty standard output, and `words` on standard error. */
async function expectRefusal(args: readonly string[], words: string): Promise<void> {
  const answer = await turnpike(args, settings());
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toContain(words);
}

describe("partner", () => {
  test("create, list and pin print exactly what scripts rely on", async () => {
    const partner = await createPartner("Café & Söhne");
    expect(partner).toEqual({
      partnerId: expect.stringMatching(/^prtn_/),
      name: "Café & Söhne",
      version: "2026-02-18",
    });
    const { partnerId } = partner;
    const version = "2026-02-19.preview";
    expect(await json(["partner", "pin", partnerId, version], settings())).toEqual({ partnerId, version });
    expect(await json(["partner", "list"], settings())).toContainEqual({ ...partner, version });
  });

  test("a pinned partner gets its version", async () => {
    const version = "2026-02-19.preview";
    const { partnerId } = await createPartner("Pinned");
    await json(["partner", "pin", partnerId, version], settings());
    const { apiKey } = await json<{ apiKey: string }>(["key", "create", "--partner", partnerId], settings());
    const { headers } = await server().call({
      path: "/v1/payments/pay_0/status",
      headers: { "api-key": apiKey, "merchant-id": null },
    });
    expect(headers.get("pay-version")).toBe(version);
  });

  test("without --json, create prints the next step", async () => {
    const { stdout } = await turnpike(["partner", "create", "--name", "Next"], settings());
    const [, partnerId] = /key create --partner (prtn_\w+)/.exec(stdout) ?? [];
    expect(stdout).toContain(`${partnerId}  Next  2026-02-18`);
  });

  test.each([
    ["no name", ["partner", "create"], "--name"],
    ["a name that reads backwards", ["partner", "create", "--name", "\u202eShop"], "characters that reorder text"],
    ["a name of two lines", ["partner", "create", "--name", "Shop\u2028x"], "control characters"],
    ["a name that is not UTF-8", ["partner", "create", "--name", "Caf\ufffd"], "in UTF-8"],
    ["a wallet's name that reads backwards", ["wallet-app", "create", "--name", "\u202eW"], "--name must have"],
    [
      "a user's name that reads backwards",
      ["user", "invite", "--partner", "prtn_1", "--name", "\u2066A"],
      "--name must have",
    ],
    ["an empty name", ["partner", "create", "--name", ""], "1 to 256 characters"],
    ["a name that is too long", ["partner", "create", "--name", "x".repeat(257)], "1 to 256 characters"],
    ["an unknown partner", ["partner", "pin", "prtn_0", "2026-02-18"], "there is no partner prtn_0"],
    ["an unknown version", ["partner", "pin", "prtn_0", "2026-02-20"], "2026-02-18 or 2026-02-19.preview"],
  ])("%s is refused with an explanation", (_, args, words) => expectRefusal(args, words));
});

describe("key", () => {
  test("a key of each role works until it is revoked, and no list shows it", async () => {
    const paymentId = await createPayment(server());
    const statusWith = async (path: string, apiKey: string) =>
      (await server().call({ path: `${path}/${paymentId}/status`, headers: { "api-key": apiKey } })).status;
    const { partnerId } = server();
    for (const [role, path] of [
      ["partner", "/v1/payments"],
      ["read", "/v1/payments"],
      ["wallet", "/v1/gateway/payment"],
    ] as const) {
      const args = ["key", "create", "--partner", partnerId, "--role", role];
      const key = await json<{ keyId: string; apiKey: string }>(args, settings());
      expect(key).toEqual({
        keyId: expect.stringMatching(/^key_/),
        apiKey: expect.stringMatching(new RegExp(`^tp_${role}_`)),
        role,
      });
      expect(await statusWith(path, key.apiKey)).toBe(200);

      const listed = await json<{ keyId: string; prefix: string }[]>(["key", "list"], settings());
      const { keyId, apiKey } = key;
      const inList = listed.find((entry) => entry.keyId === keyId);
      expect(inList).toMatchObject({ partnerId, role, revokedAt: null });
      expect(apiKey.startsWith(inList?.prefix ?? "-")).toBe(true);
      const shown = await turnpike(["key", "list", "--partner", partnerId], settings());
      expect(shown.stdout).toContain(keyId);
      expect(JSON.stringify(listed) + shown.stdout).not.toContain(apiKey);

      expect(await json(["key", "revoke", keyId], settings())).toEqual({ keyId, revoked: true });
      await expect.poll(() => statusWith(path, apiKey)).toBe(401);
    }
  });

  test("a rotated key and its successor both work during the overlap; the successor has the same limits", async () => {
    const limits = ["--allow", "127.0.0.1, 10.0.0.0/8", "--expires", "2999-01-01T00:00:00Z"];
    const old = await json<{ keyId: string; apiKey: string }>(
      ["key", "create", "--partner", server().partnerId, "--role", "read", ...limits],
      settings(),
    );
    const rotate = (overlap: string) =>
      json<{ keyId: string; apiKey: string; role: string; replaces: string }>(
        ["key", "rotate", old.keyId, "--overlap", overlap],
        settings(),
      );
    const next = await rotate("24");
    expect(next).toMatchObject({ role: "read", replaces: old.keyId });
    const statusWith = async (apiKey: string) =>
      (await server().call({ path: "/v1/payments/pay_0/status", headers: { "api-key": apiKey } })).status;
    expect(await Promise.all([statusWith(old.apiKey), statusWith(next.apiKey)])).toEqual([404, 404]);
    const listed = await json<{ keyId: string; expiresAt: string | null; allowedAddresses: string[] }[]>(
      ["key", "list", "--partner", server().partnerId],
      settings(),
    );
    const inList = (keyId: string) => listed.find((key) => key.keyId === keyId);
    expect(inList(next.keyId)).toMatchObject({ expiresAt: null, allowedAddresses: ["127.0.0.1/32", "10.0.0.0/8"] });
    expect(Date.parse(inList(old.keyId)?.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(86_400_000);
    const shown = await turnpike(["key", "list", "--partner", server().partnerId], settings());
    expect(shown.stdout).toMatch(new RegExp(`${old.keyId} .* from 127\\.0\\.0\\.1/32, 10\\.0\\.0\\.0/8; expires `));

    await rotate("0");
    await expect.poll(() => statusWith(old.apiKey)).toBe(401);
    expect(await statusWith(next.apiKey)).toBe(404);
    await expectRefusal(["key", "rotate", old.keyId], "is no longer valid: create a new one");
  });

  test("a new key is printed once, also for people, with the role partner by default", async () => {
    const { stdout } = await turnpike(["key", "create", "--partner", server().partnerId], settings());
    expect(stdout).toMatch(/^key_\w+ {2}partner\n\n {2}tp_partner_\w+\n\nStore it now: it is not shown again\.\n$/);
  });

  test.each([
    ["an unknown partner", ["key", "create", "--partner", "prtn_0"], "there is no partner prtn_0"],
    ["an unknown role", ["key", "create", "--partner", "prtn_0", "--role", "admin"], "partner, read, wallet"],
    ["an expiry in the past", ["key", "create", "--partner", "prtn_0", "--expires", "2001-01-01"], "in the future"],
    ["a malformed address", ["key", "create", "--partner", "prtn_0", "--allow", "10.1"], "IP addresses and networks"],
    ["an overlap of months", ["key", "rotate", "key_0", "--overlap", "721"], "from 0 to 720"],
    ["an unknown key", ["key", "revoke", "key_0"], "there is no key key_0"],
  ])("%s is refused with an explanation", (_, args, words) => expectRefusal(args, words));
});

describe("wallet-app", () => {
  test("an app with a chosen or generated id may use the gateway", async () => {
    const paymentId = await createPayment(server());
    const chosen = await json(["wallet-app", "create", "--name", "Wallet", "--id", "my-wallet.1"], settings());
    expect(chosen).toEqual({ appId: "my-wallet.1" });
    const made = await json<{ appId: string }>(["wallet-app", "create", "--name", "Wallet"], settings());
    expect(made).toEqual({ appId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const { status } = await server().call({
      path: `/v1/gateway/payment/${paymentId}/status`,
      headers: { "api-key": null, "app-id": made.appId, "client-id": "client-1" },
    });
    expect(status).toBe(200);
  });

  test("a revoked app is listed as revoked, and the gateway refuses it", async () => {
    await json(["wallet-app", "create", "--name", "Wallet", "--id", "old-wallet"], settings());
    expect(await json(["wallet-app", "revoke", "old-wallet"], settings())).toEqual({
      appId: "old-wallet",
      revoked: true,
    });
    expect(await json(["wallet-app", "list"], settings())).toContainEqual({
      appId: "old-wallet",
      name: "Wallet",
      createdAt: expect.any(String),
      revokedAt: expect.any(String),
    });
    expect((await turnpike(["wallet-app", "list"], settings())).stdout).toMatch(/^old-wallet +Wallet .* revoked /m);
    const { status } = await server().call({
      path: "/v1/gateway/payment/pay_0/status",
      headers: { "api-key": null, "app-id": "old-wallet", "client-id": "client-1" },
    });
    expect(status).toBe(401);
    await expectRefusal(["wallet-app", "revoke", "no-wallet"], "there is no wallet app no-wallet");
  });

  test("an id that is taken or invalid is refused", async () => {
    await expectRefusal(["wallet-app", "create", "--name", "W", "--id", server().appId], "is taken");
    await expectRefusal(["wallet-app", "create", "--name", "W", "--id", "a b"], "1 to 128 letters");
  });
});

describe("a point of sale", () => {
  test("gets a key for one merchant, which lists show", async () => {
    const of = ["--partner", server().partnerId, "--role", "pos"];
    const created = await json(["key", "create", ...of, "--merchant", server().merchantId], settings());
    expect(created).toEqual({
      keyId: expect.stringMatching(/^key_/),
      apiKey: expect.stringMatching(/^tp_pos_/),
      role: "pos",
      merchantId: server().merchantId,
    });
    const keys = await json<readonly object[]>(["key", "list", "--partner", server().partnerId], settings());
    expect(keys).toContainEqual(expect.objectContaining({ role: "pos", merchantId: server().merchantId }));
    await expectRefusal(["key", "create", ...of], "--merchant is required with --role charges or pos");
    await expectRefusal(["key", "create", ...of, "--merchant", "mrch_unknown"], "with a merchant mrch_unknown");
    const partnerKey = ["key", "create", "--partner", server().partnerId, "--merchant", server().merchantId];
    await expectRefusal(partnerKey, "--merchant is required with --role charges or pos, and only then");
  });
});

test("return URLs are set, shown and cleared; anything but an app's scheme or an https origin is refused", async () => {
  const command = ["partner", "return-urls", server().partnerId];
  const { partnerId } = server();
  const set = await json([...command, "--allow", "Shop-App://", "--allow", "https://shop.example/"], settings());
  expect(set).toEqual({ partnerId, returnUrls: ["shop-app:", "https://shop.example"] });
  expect(await json(command, settings())).toEqual(set);
  for (const wrong of ["javascript:", "http://shop.example", "https://shop.example/path"]) {
    await expectRefusal([...command, "--allow", wrong], `--allow ${wrong} must be`);
  }
  expect(await json([...command, "--clear"], settings())).toEqual({ partnerId, returnUrls: [] });
  await expectRefusal(["partner", "return-urls", "prtn_unknown"], "there is no partner prtn_unknown");
});

test("the operator sees and stops the need for a second person", async () => {
  const { partnerId } = await createPartner("Two people");
  const command = ["partner", "second-person", partnerId];
  expect(await json(command, settings())).toEqual({ partnerId, isRequired: false });
  await server().store.secondPerson.set(partnerId, true);
  expect(await json(command, settings())).toEqual({ partnerId, isRequired: true });
  expect(await json([...command, "--stop"], settings())).toEqual({ partnerId, isRequired: false });
  await expectRefusal(["partner", "second-person", "prtn_unknown"], "there is no partner prtn_unknown");
});

test("branding and embed origins are set, shown and cleared; wrong ones are refused", async () => {
  const { partnerId } = server();
  const brand = ["partner", "branding", partnerId];
  const set = await json([...brand, "--color", "#0B6E4F", "--name", "Corner Group"], settings());
  expect(set).toEqual({ partnerId, branding: { color: "#0b6e4f", name: "Corner Group" } });
  expect(await json(brand, settings())).toEqual(set);
  await expectRefusal([...brand, "--color", "green"], "--color must be a colour as #rrggbb");
  await expectRefusal([...brand, "--name", "Corner Group"], "--color must be a colour as #rrggbb");
  expect(await json([...brand, "--clear"], settings())).toEqual({ partnerId, branding: null });
  await expectRefusal(["partner", "branding", "prtn_unknown"], "there is no partner prtn_unknown");

  const embed = ["partner", "embed-origins", partnerId];
  const origins = await json([...embed, "--allow", "https://shop.example/"], settings());
  expect(origins).toEqual({ partnerId, embedOrigins: ["https://shop.example"] });
  await expectRefusal([...embed, "--allow", "http://shop.example"], "--allow http://shop.example must be");
  expect(await json([...embed, "--clear"], settings())).toEqual({ partnerId, embedOrigins: [] });
});

test("the tolerance of deposits is set, shown and removed, applies to new addresses, and needs a ceiling", async () => {
  const owner = (await server().asNewOwner()) as ReturnType<typeof server>;
  const { partnerId, sql } = owner;
  const command = ["partner", "deposits", partnerId];
  expect(await json(command, settings())).toEqual({ partnerId, tolerance: null });
  const set = await json([...command, "--tolerance", "1.5", "--at-most", "USD=0.01", "JPY=10"], settings());
  expect(set).toEqual({ partnerId, tolerance: { percentage: "1.5", atMost: { USD: "1", JPY: "10" } } });
  expect(await json(command, settings())).toEqual(set);
  await expectRefusal([...command, "--tolerance", "1"], "--tolerance needs --at-most");
  await expectRefusal([...command, "--tolerance", "100"], "--tolerance must be below 100");
  await expectRefusal([...command, "--at-most", "USD=1"], "--tolerance must be below 100");
  await expectRefusal([...command, "--tolerance", "1", "--at-most", "XXX=1"], "--at-most must be a currency");
  await expectRefusal(["partner", "deposits", "prtn_unknown"], "there is no partner prtn_unknown");

  const askedOf = async (value: string) => {
    const paymentId = await givenPayment(owner, { amount: { unit: "iso4217/USD", value } });
    const { body } = await askAsPartner(owner, paymentId);
    const [row] = await sql(
      "select amount::text, asked::text, fee::text from deposit_addresses where payment_id = $1",
      [paymentId],
    );
    return { ...row, shown: body.amount.value };
  };
  // 1.5 % of 0.40 is below the ceiling of a cent, 1.5 % of 10.00 is above it.
  expect(await askedOf("40")).toEqual({ amount: "394000", asked: "400000", fee: "1576", shown: "400000" });
  expect(await askedOf("1000")).toEqual({ amount: "9990000", asked: "10000000", fee: "39960", shown: "10000000" });
  expect(await json([...command, "--tolerance", "0"], settings())).toEqual({ partnerId, tolerance: null });
  expect(await askedOf("1000")).toMatchObject({ amount: "10000000", asked: "10000000" });
});
