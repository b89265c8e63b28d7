// A shop with Coinbase's unmodified Node client (npm coinbase-commerce-node) changes only its base URL and key.
import { beforeEach, describe, expect, test } from "vitest";
import { accountOf, turnpikeOf } from "../harness/chain/refund-signers.ts";
import { givenPayment } from "../routes/given.ts";
import { sharedServerForFile } from "../routes/setup.ts";
import { coinbase, type ShownPage } from "./coinbase.ts";
import { cancel, create, ORDER, shopForEach, stepsOf } from "./commerce-shop.ts";

const { errors, resources } = coinbase;
const { Charge, Checkout, Event } = resources;

const server = sharedServerForFile();
const { shop, newShop, sendKey, pay } = shopForEach(server);

describe("a charge", () => {
  test("is created with what the shop sent, and retrieved by its id and its code", async () => {
    const charge = await create();
    expect(charge).toBeInstanceOf(Charge);
    expect({ ...charge }).toEqual({
      id: expect.stringMatching(/^pay_[0-9a-z]{32}$/),
      code: charge.id,
      resource: "charge",
      name: ORDER.name,
      description: ORDER.description,
      hosted_url: `${server().baseUrl.replace("127.0.0.1", "localhost")}/${charge.id}`,
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      pricing_type: "fixed_price",
      pricing: { local: ORDER.local_price },
      local_price: ORDER.local_price,
      timeline: [{ status: "NEW", time: charge.created_at }],
      metadata: ORDER.metadata,
      created_by: { type: "charge", id: expect.stringMatching(/^key_/) },
      merchant_id: shop().merchantId,
      payments: [],
      addresses: {},
    });
    const lifetimeMs = Date.parse(charge.expires_at) - Date.parse(charge.created_at);
    expect(Math.abs(lifetimeMs - 3_600_000)).toBeLessThan(5_000);
    expect({ ...(await Charge.retrieve(charge.id)) }).toEqual({ ...charge });
    expect({ ...(await Charge.retrieve(charge.code)) }).toEqual({ ...charge });
  });

  test("is saved as an object, and sends the buyer back where the shop said", async () => {
    const charge = new Charge();
    const urls = { redirect_url: "https://shop.example/thanks", cancel_url: "https://shop.example/basket?id=1" };
    Object.assign(charge, ORDER, urls);
    await charge.save();
    expect(charge).toMatchObject({ ...urls, name: ORDER.name });
    const rows = await server().sql("select success_url, error_url from payments where id = $1", [charge.id]);
    expect(rows).toEqual([{ success_url: urls.redirect_url, error_url: urls.cancel_url }]);
  });

  test("with one usable redirect returns both addresses with a warning, and redirects nowhere", async () => {
    const answer = await shop().call<{ data: object; warnings: string[] }>({
      path: "/commerce/charges",
      body: { ...ORDER, redirect_url: "https://shop.example/thanks", cancel_url: "http://shop.example/" },
    });
    expect([answer.status, answer.body.warnings]).toEqual([201, [expect.stringContaining("will not be redirected")]]);
    expect(answer.body.data).toMatchObject({ redirect_url: "https://shop.example/thanks" });
    const rows = await server().sql("select distinct success_url from payments where merchant_id = $1", [
      shop().merchantId,
    ]);
    expect(rows).toEqual([{ success_url: null }]);
  });

  test.each([
    ["12.5", "USD", "12.50"],
    [12.5, "usd", "12.50"],
    ["100.00", "JPY", "100"],
    [7, "KWD", "7.000"],
  ])("of %s %s costs %s", async (amount, currency, shown) => {
    const { local_price } = await create({ local_price: { amount, currency } });
    expect(local_price).toEqual({ amount: shown, currency: currency.toUpperCase() });
  });

  test("is cancelled, again with the same response, and then can no longer be paid", async () => {
    const { id } = await create();
    const cancelled = await cancel(id);
    expect(stepsOf(cancelled)).toEqual(["NEW", "CANCELED"]);
    expect(await cancel(id)).toEqual(cancelled);
    expect({ ...(await Charge.retrieve(id)) }).toEqual({ ...cancelled });
  });

  test("that is paid is COMPLETED with its transaction, marked as refunded, and not cancelled", async () => {
    const { id } = await create();
    await pay(id);
    const charge = await Charge.retrieve(id);
    expect(stepsOf(charge)).toEqual(["NEW", "SIGNED", "PENDING", "COMPLETED"]);
    expect(charge.payments).toEqual([
      {
        network: expect.any(String),
        transaction_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        status: "CONFIRMED",
        detected_at: charge.confirmed_at,
        value: { local: ORDER.local_price, crypto: { amount: "12.5", currency: expect.any(String) } },
        payer_addresses: [expect.stringMatching(/^0x/)],
      },
    ]);
    await expect(cancel(id)).rejects.toThrow(errors.InvalidRequestError);
    await shop().call({ path: "/v1/refunds", body: { paymentId: id } });
    expect(stepsOf(await Charge.retrieve(id)).at(-1)).toBe("REFUNDED");
  });

  test("that is refunded in parts is REFUNDED once all of it went back, and a refund is no charge", async () => {
    const { id } = await create();
    await pay(id);
    const { refunds } = turnpikeOf(shop());
    const sign = async (of: object) => {
      const refund = await refunds.create({ paymentId: id, reason: "Returned", ...of });
      await expect(Charge.retrieve(refund.gatewayPaymentId)).rejects.toThrow(errors.ResourceNotFoundError);
      return refunds.sign(refund, accountOf(await shop().newBuyer()));
    };
    await sign({ amount: { unit: "iso4217/USD", value: "500" } });
    expect(stepsOf(await Charge.retrieve(id))).toEqual(["NEW", "SIGNED", "PENDING", "COMPLETED"]);
    await sign({});
    const charge = await Charge.retrieve(id);
    expect(stepsOf(charge)).toEqual(["NEW", "SIGNED", "PENDING", "COMPLETED", "REFUNDED"]);
    expect(charge.payments).toHaveLength(1);
    const [listed] = await Charge.list({ limit: 100 });
    expect(listed.map((each) => each.id)).toEqual([id]);
  });

  test("keeps its facts when others and plain payments are created at the same moment", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `charge ${index}`);
    const [charges] = await Promise.all([
      Promise.all(names.map((name) => create({ name, metadata: { name } }))),
      Promise.all(names.map((name) => givenPayment(shop(), { referenceId: `plain ${name}` }))),
    ]);
    expect(charges.map((charge) => ({ ...charge }))).toMatchObject(names.map((name) => ({ name, metadata: { name } })));
    const listed = await Charge.list({ limit: 100 });
    const shown = listed[0].map(({ name, metadata }) => ({ name, metadata }));
    const expected = names.flatMap((name) => [
      { name, metadata: { name } },
      { name: `plain ${name}`, metadata: {} },
    ]);
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(shown.sort(byName)).toEqual(expected.sort(byName));
  });

  test("is any payment of the merchant, with the reference as its name", async () => {
    const id = await givenPayment(shop(), { referenceId: "table 7" });
    expect(await Charge.retrieve(id)).toMatchObject({ name: "table 7", description: "", metadata: {} });
  });
});

describe("the list", () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (const name of ["one", "two", "three", "four", "five"]) ids.unshift((await create({ name })).id);
  });
  const page = async (params: ShownPage) => {
    const [charges, pagination] = await Charge.list(params);
    return [charges.map(({ id }) => id), pagination] as const;
  };

  test("is newest first, with the whole of a page's place", async () => {
    const [found, pagination] = await page({});
    expect(found).toEqual(ids);
    expect(pagination).toEqual({
      order: "desc",
      starting_after: null,
      ending_before: null,
      total: 5,
      limit: 25,
      yielded: 5,
      cursor_range: [ids[0], ids[4]],
      previous_uri: null,
      next_uri: null,
    });
  });

  test("is read in pages, forwards and backwards, in either order", async () => {
    const [first, { next_uri }] = await page({ limit: 2 });
    expect(first).toEqual(ids.slice(0, 2));
    expect(next_uri).toContain(`/commerce/charges?limit=2&order=desc&starting_after=${ids[1]}`);
    const [second, { previous_uri }] = await page({ limit: 2, starting_after: ids[1] });
    expect(second).toEqual(ids.slice(2, 4));
    expect(previous_uri).toContain(`ending_before=${ids[2]}`);
    expect((await page({ limit: 2, ending_before: ids[4] }))[0]).toEqual(ids.slice(2, 4));
    expect((await page({ limit: 2, ending_before: ids[1] }))[0]).toEqual(ids.slice(0, 1));
    const oldest = ids.toReversed();
    expect((await page({ limit: 3, order: "asc" }))[0]).toEqual(oldest.slice(0, 3));
    expect((await page({ limit: 3, order: "asc", starting_after: oldest[2] }))[0]).toEqual(oldest.slice(3));
  });

  test.each([1, 2, 5, 100])("is read whole by `all` in pages of %i", async (limit) => {
    const charges = await Charge.all({ limit });
    expect(charges.map(({ id }) => id)).toEqual(ids);
  });
});

describe("errors are those of the client", () => {
  test.each([
    ["no amount", { local_price: { currency: "USD" } }, "ParamRequiredError", "local_price.amount is required"],
    ["no price", { pricing_type: "no_price" }, "ValidationError", "charges without a price are not supported"],
    ["an amount of zero", { local_price: { amount: "0.00", currency: "USD" } }, "ValidationError", "positive decimal"],
    ["too many decimals", { local_price: { amount: "1.234", currency: "USD" } }, "ValidationError", "2 decimals"],
    ["an amount in words", { local_price: { amount: "1e3", currency: "USD" } }, "ValidationError", "positive decimal"],
    [
      "an endless amount",
      { local_price: { amount: `0.${"0".repeat(60_000)}1`, currency: "USD" } },
      "ValidationError",
      "a decimal amount",
    ],
    [
      "an inexact number",
      { local_price: { amount: Number("90071992547409.93"), currency: "USD" } },
      "ValidationError",
      "exact",
    ],
    ["a coin as currency", { local_price: { amount: "1", currency: "BTC" } }, "ValidationError", "ISO 4217"],
    ["too much metadata", { metadata: { text: "x".repeat(4_096) } }, "ValidationError", "4096 bytes"],
    ["a name with a control character", { name: "a\u0007" }, "ValidationError", "control characters"],
  ] as const)("%s", async (_, changes, kind, message) => {
    const error: Error = await create(changes).then(
      () => new Error("it was created"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(errors[kind]);
    expect(error.message).toContain(message);
  });

  test("an unknown key, a wallet's key, and a key of no merchant", async () => {
    for (const key of ["tp_partner_unknown", shop().walletKey, shop().apiKey]) {
      sendKey(key);
      await expect(Charge.list({})).rejects.toThrow(errors.AuthenticationError);
    }
    await expect(Charge.list({})).rejects.toThrow("Use a key of the role charges or pos");
  });

  test("an unknown charge, another merchant's, and one as the start of a page", async () => {
    const foreign = (await create()).id;
    await newShop();
    for (const id of ["pay_unknown", foreign]) {
      await expect(Charge.retrieve(id)).rejects.toThrow(errors.ResourceNotFoundError);
      await expect(cancel(id)).rejects.toThrow(errors.ResourceNotFoundError);
      await expect(Charge.list({ starting_after: id })).rejects.toThrow(errors.ResourceNotFoundError);
    }
  });

  test("checkouts and events do not exist here", async () => {
    await expect(Checkout.list({})).rejects.toThrow(errors.ResourceNotFoundError);
    await expect(Event.retrieve("x")).rejects.toThrow(errors.ResourceNotFoundError);
    await expect(Checkout.create(ORDER)).rejects.toThrow(errors.ResourceNotFoundError);
  });

  test("a merchant that is not active", async () => {
    await server().store.merchants.setStatus(shop().merchantId, "suspended");
    await expect(create()).rejects.toThrow(errors.AuthenticationError);
  });
});
