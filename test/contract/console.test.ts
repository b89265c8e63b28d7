// The console's own resources, merchants, exceptions and refunds on the wire.
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { auditEntryShown } from "../../src/contract/console/audit.ts";
import { consolePayment } from "../../src/contract/console/payment.ts";
import { assetShown, keyShown } from "../../src/contract/console/records.ts";
import { Timeline } from "../../src/contract/console/timeline.ts";
import {
  merchantCreated,
  merchantShown,
  settlementShown,
  settlementsShown,
} from "../../src/contract/merchants/merchants.ts";
import { exceptionToWire } from "../../src/contract/payments/exceptions.ts";
import { refunded } from "../../src/contract/payments/refunds.ts";
import type { AuditEntry } from "../../src/merchant/audit.ts";
import type { Merchant } from "../../src/merchant/merchant.ts";
import type { ApiKeyRecord } from "../../src/merchant/partner.ts";
import type { Asset } from "../../src/money/asset.ts";
import type { PaymentException } from "../../src/payment/transfers/exception.ts";
import { ADDRESS, ASSET, CREATED_AT, HASH, open, paid, show, UPDATED_AT, usdc } from "./paid-payment.ts";

const PUBLIC_URL = "https://pay.example";
const CREATED = "2026-03-04T05:06:07.089Z";
const UPDATED = "2026-03-04T05:07:00.000Z";

test("a payment on its own page has its expiry, its link and why it ended", () => {
  const { merchant, ...rest } = consolePayment(
    { ...open, cancelledReason: "cancelled_by_user" },
    show,
    PUBLIC_URL,
    null,
  );
  expect(merchant).toEqual({ id: "mrch_1", name: "Blue Shop" });
  expect(rest).toMatchObject({
    paymentId: "pay_1",
    expiresAt: 1_772_600_000,
    gatewayUrl: "https://pay.example/pay_1",
    failureCode: null,
    cancelledReason: "cancelled_by_user",
  });
  expect(consolePayment(paid, show, PUBLIC_URL, null).transaction).toEqual({ networkId: "8453", hash: HASH });
});

describe("an asset", () => {
  const ASSET_OF_BASE: Asset = {
    id: ASSET,
    chain: "eip155:8453",
    address: ADDRESS,
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
    method: "erc20",
    resetsApproval: false,
  };
  const shown = {
    asset: ASSET,
    symbol: "USDC",
    name: "USD Coin",
    decimals: 6,
    method: "erc20",
    chain: "eip155:8453",
    chainName: "Base",
  };
  const chain = { id: "eip155:8453", name: "Base" };

  test("has its chain's explorer, if one is configured, and tells whether the treasury may receive it", () => {
    const explorerUrl = "https://explorer.example";
    expect(assetShown(ASSET_OF_BASE, { ...chain, explorerUrl, treasury: ADDRESS })).toEqual({
      ...shown,
      explorerUrl,
      hasTreasury: true,
    });
    expect(assetShown(ASSET_OF_BASE, { ...chain, treasury: null })).toEqual({
      ...shown,
      explorerUrl: null,
      hasTreasury: false,
    });
  });
});

test("a key has its times, and nothing that signs in", () => {
  const key: ApiKeyRecord = {
    id: "key_1",
    partnerId: "prtn_1",
    role: "read",
    merchantId: null,
    prefix: "tp_abcd",
    label: "Web shop",
    createdAt: CREATED_AT,
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: null,
    allowedAddresses: [],
  };
  const times = { createdAt: CREATED, revokedAt: null, lastUsedAt: null, expiresAt: null };
  const named = { id: "key_1", prefix: "tp_abcd", label: "Web shop", role: "read" };
  const shown = { ...named, ...times, allowedAddresses: [] };
  expect(keyShown(key)).toEqual(shown);
  expect(keyShown({ ...key, revokedAt: UPDATED_AT })).toEqual({ ...shown, revokedAt: UPDATED });
  expect(keyShown({ ...key, lastUsedAt: UPDATED_AT })).toEqual({ ...shown, lastUsedAt: UPDATED });
  const limits = { expiresAt: UPDATED_AT, allowedAddresses: ["203.0.113.0/24"] };
  expect(keyShown({ ...key, ...limits })).toEqual({ ...shown, ...limits, expiresAt: UPDATED });
});

describe("an entry of the audit log", () => {
  const entry: AuditEntry = {
    id: 7n,
    at: CREATED_AT,
    actor: "operator",
    keyPrefix: null,
    actorName: null,
    address: null,
    via: "cli",
    action: "merchant_changed",
    subject: { type: "merchant", id: "mrch_1" },
    names: {},
    merchantId: "mrch_1",
    before: { name: "Blue" },
    after: null,
  };

  test.each([
    ["the operator", { actor: "operator" }, { type: "operator" }],
    ["a key", { actor: "key_1", keyPrefix: "tp_abcd" }, { type: "key", keyId: "key_1", keyPrefix: "tp_abcd" }],
    ["a key without a known prefix", { actor: "key_1" }, { type: "key", keyId: "key_1" }],
    [
      "a user",
      { actor: "usr_1", actorName: "Ada", address: "203.0.113.7" },
      { type: "user", userId: "usr_1", userName: "Ada", address: "203.0.113.7" },
    ],
    ["a removed user", { actor: "usr_1" }, { type: "user", userId: "usr_1" }],
  ])("names %s", (_who, actor, shown) => {
    expect(auditEntryShown({ ...entry, ...actor }).actor).toEqual(shown);
  });

  test("has the subject before and after, null where it is unknown", () => {
    expect(auditEntryShown(entry)).toEqual({
      id: "7",
      at: CREATED,
      actor: { type: "operator" },
      via: "cli",
      action: "merchant_changed",
      subject: { type: "merchant", id: "mrch_1" },
      names: {},
      data: { merchantId: "mrch_1", before: { name: "Blue" }, after: null },
    });
    const changed = auditEntryShown({ ...entry, before: null, after: { name: "Green" } });
    expect(changed.data).toEqual({ merchantId: "mrch_1", before: null, after: { name: "Green" } });
  });
});

describe("a merchant", () => {
  const merchant: Merchant = {
    id: "mrch_1",
    partnerId: "prtn_1",
    name: "Blue Shop",
    email: null,
    status: "active",
    logo: null,
    createdAt: CREATED_AT,
  };
  const profile = { id: "mrch_1", name: "Blue Shop", email: null, status: "active", createdAt: CREATED };

  test("is shown with our copy of its logo", () => {
    expect(merchantCreated(merchant)).toEqual({ merchant: profile });
    expect(merchantShown(merchant, PUBLIC_URL)).toEqual({ ...profile, iconUrl: null });
    expect(merchantShown({ ...merchant, logo: "ff00" }, PUBLIC_URL)).toEqual({
      ...profile,
      iconUrl: "https://pay.example/logos/ff00.webp",
    });
  });

  test("has its destinations, of fiat and of crypto", () => {
    const fiat = { id: "fset_1", status: "active", bankType: "sepa" } as const;
    const crypto = { id: "cset_1", asset: ASSET, destination: `eip155:8453:${ADDRESS}` };
    expect(settlementShown(crypto)).toEqual(crypto);
    expect(settlementsShown([fiat], [crypto])).toEqual({ fiat: [fiat], crypto: [crypto] });
  });
});

describe("an exception", () => {
  const exception: PaymentException = {
    id: "exc_1",
    paymentId: "pay_1",
    kind: "late",
    token: { asset: ASSET, value: 5_000_000n },
    rate: { fiat: { currency: "USD", value: 1_250n }, tokens: 12_500_000n },
    fee: 20_000n,
    isDeposit: false,
    sender: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    transaction: { chain: "eip155:8453", hash: HASH },
    message: "The money arrived late.",
    createdAt: CREATED_AT,
    resolvedAt: UPDATED_AT,
    resolution: { type: "note", note: "Sent back", by: { type: "user", id: "usr_1", name: "Ada" }, refundId: null },
  };
  const display = { find: show, chainName: (caip2: string) => (caip2 === "eip155:8453" ? "Base" : undefined) };
  const shown = {
    id: "exc_1",
    paymentId: "pay_1",
    kind: "late",
    message: "The money arrived late.",
    createdAt: CREATED,
  };

  test("names the money with its worth, its sender and transaction, and how it was resolved", () => {
    expect(exceptionToWire(exception, display)).toEqual({
      ...shown,
      status: "resolved",
      amount: usdc("5000000"),
      fiatAmount: expect.objectContaining({ unit: "iso4217/USD", value: "500" }),
      fee: usdc("20000"),
      sender: "eip155:8453:0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      network: "Base",
      transaction: { networkId: "8453", hash: HASH },
      resolvedAt: UPDATED,
      resolution: { type: "note", note: "Sent back", by: { type: "user", id: "usr_1", name: "Ada" } },
    });
  });

  test("says that it came to a deposit address", () => {
    expect(exceptionToWire({ ...exception, isDeposit: true }, display)).toMatchObject({ isDeposit: true });
  });

  test("may have none of it, and may be open", () => {
    const bare = { ...exception, token: null, sender: null, transaction: null, resolvedAt: null, resolution: null };
    expect(exceptionToWire(bare, display)).toEqual({
      ...shown,
      status: "open",
      amount: null,
      transaction: null,
      resolvedAt: null,
      resolution: null,
    });
  });

  test("is worth its amount at par if its asset is pegged to the currency, and has no worth without a rate", () => {
    const unasked = { ...exception, rate: { fiat: { currency: "USD", value: 1_250n }, tokens: null } };
    const worth = (find: typeof show) => exceptionToWire(unasked, { ...display, find }).fiatAmount?.value;
    const pegged = (id: string) => {
      const found = show(id);
      return found && { ...found, asset: { ...found.asset, peggedTo: "USD" } };
    };
    expect([worth(pegged), worth(show)]).toEqual(["500", undefined]);
  });
});

test("a timeline needs no chain before the payment is confirmed", () => {
  const events = [{ at: CREATED, type: "created", status: "requires_action", data: {}, by: null }];
  const isTimeline = Compile(Timeline);
  expect(isTimeline.Check({ events, chain: null, transfers: [], recoveries: [] })).toBe(true);
  expect(isTimeline.Check({ events, chain: null })).toBe(false);
  expect(
    isTimeline.Check({ events: [{ ...events[0], status: "paid" }], chain: null, transfers: [], recoveries: [] }),
  ).toBe(false);
});

test("a refund names its payment", () => {
  expect(refunded("pay_1")).toEqual({ paymentId: "pay_1" });
});
