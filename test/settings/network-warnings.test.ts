import { expect, test } from "vitest";
import { networkWarnings } from "../../src/settings/network-warnings.ts";

test.each([
  [true, "http://pay.example", true],
  [true, "http://10.0.0.1:4020", true],
  [true, "https://pay.example", false],
  [true, "http://localhost:4020", false],
  [true, "http://[::1]:4020", false],
  [true, null, false],
  [false, "http://pay.example", false],
])("production %s at %s: a warning about TLS is %s", (isProduction, publicUrl, isWarned) => {
  const warnings = networkWarnings({ isProduction, publicUrl, trustedProxies: [], webhookNetworks: [] });
  if (isWarned) expect(warnings).toEqual([expect.stringContaining(`PUBLIC_URL is ${publicUrl}, without TLS`)]);
  else expect(warnings).toEqual([]);
});

test.each([
  ["10.0.0.0/8", true],
  ["192.0.2.0/23", true],
  ["192.0.2.0/24", false],
  ["192.0.2.1", false],
  ["0.0.0.0/0", true],
  ["2001:db8::/56", true],
  ["2001:db8::/64", false],
  ["2001:db8::1", false],
])("trusted proxies %s: a warning is %s", (network, isWarned) => {
  const warnings = networkWarnings({
    isProduction: true,
    publicUrl: null,
    trustedProxies: ["127.0.0.1", network],
    webhookNetworks: [],
  });
  if (isWarned) expect(warnings).toEqual([expect.stringContaining(`trusts all of ${network}: every client in it`)]);
  else expect(warnings).toEqual([]);
});

test.each([
  ["10.1.0.0/16", true],
  ["10.1.0.16/28", false],
  ["fd12:3456::/48", true],
])("webhooks to %s: a warning is %s", (network, isWarned) => {
  const config = { isProduction: true, publicUrl: null, trustedProxies: [], webhookNetworks: ["10.1.0.5", network] };
  if (isWarned) expect(networkWarnings(config)).toEqual([expect.stringContaining(`opens all of ${network}: every`)]);
  else expect(networkWarnings(config)).toEqual([]);
});
