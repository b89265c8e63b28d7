import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../../src/settings/config.ts";
import { SETTINGS } from "../../src/settings/settings.ts";

const limitsOf = (RATE_LIMITS?: string) => readConfig({}, { RATE_LIMITS }).rateLimits;

test("limits apply by default, and the default is a valid setting", () => {
  expect(limitsOf()).toEqual({
    read: { quota: 6_000, windowS: 60 },
    write: { quota: 6_000, windowS: 60 },
    gateway: { quota: 60_000, windowS: 60 },
    app: { quota: 1_200, windowS: 60 },
    anonymous: { quota: 3_000, windowS: 60 },
    addresses: { quota: 30, windowS: 60 },
  });
  expect(limitsOf(SETTINGS.RATE_LIMITS.fallback)).toEqual(limitsOf());
});

test("off means no limits", () => {
  expect(limitsOf("off")).toBeNull();
});

test("each class with its rate, in any order", () => {
  expect(limitsOf("anonymous=5/1, app=4/1, gateway=3/1, write=2/1, read=1/1")?.write).toEqual({ quota: 2, windowS: 1 });
});

test("addresses may be left out, and then have their default", () => {
  const others = "read=1/1,write=1/1,gateway=1/1,app=1/1,anonymous=1/1";
  expect(limitsOf(others)?.addresses).toEqual({ quota: 30, windowS: 60 });
  expect(limitsOf(`${others},addresses=7/9`)?.addresses).toEqual({ quota: 7, windowS: 9 });
});

const OTHERS = "write=1/1,gateway=1/1,app=1/1,anonymous=1/1";
test.each([
  "on",
  "read=1/1",
  OTHERS,
  `read=1,${OTHERS}`,
  `read=0/1,${OTHERS}`,
  `read=1/0,${OTHERS}`,
  `read=-1/1,${OTHERS}`,
  `read=1/86401,${OTHERS}`,
  `read=9999999999/1,${OTHERS}`,
  `read=1/1,read=1/1,${OTHERS}`,
  `read=1/1,other=1/1,${OTHERS}`,
])("%s is refused, naming the setting", (text) => {
  expect(() => limitsOf(text)).toThrow(ConfigError);
  expect(() => limitsOf(text)).toThrow(/^RATE_LIMITS must be off, or read=requests\/seconds,/);
});

test.each(["10.0.0.0/8", "10.0.0.1, ::1", "fd00::/8"])("trusted proxies: %s", (text) => {
  expect(readConfig({}, { TRUSTED_PROXIES: text }).trustedProxies).toEqual(text.split(", "));
});

test.each(["*", "true", "proxy.example", "10.0.0.0/33", "10.0.0.1,"])("%s is refused as a proxy's address", (text) => {
  expect(() => readConfig({}, { TRUSTED_PROXIES: text })).toThrow(/^TRUSTED_PROXIES must be none, or IP addresses/);
});
