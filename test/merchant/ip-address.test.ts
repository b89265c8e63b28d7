// Addresses as proxies write them have one form.
import { expect, test } from "vitest";
import { canonicalAddress } from "../../src/merchant/ip-address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:5678", "192.0.2.1"],
  [" 192.0.2.1\t", "192.0.2.1"],
  ['"192.0.2.1:5678"', "192.0.2.1"],
  ["[192.0.2.1]:80", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["[::ffff:192.0.2.1]:443", "192.0.2.1"],
  ["::ffff:192.0.2.1:443", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["2001:0DB8:0:0::0001", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ['"[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:443", "fe80::1"],
  ["2001:db8::1:443", "2001:db8::1:443"],
])("%j is %j", (text, address) => expect(canonicalAddress(text)).toBe(address));

test.each([
  "",
  "unknown",
  "_hidden",
  "unix:",
  "localhost",
  "10.1",
  "1",
  "0x7f.0.0.1",
  "010.0.0.1",
  "192.0.2.256",
  "192.0.2.1:port",
  "[]:443",
  "[2001:db8::1",
  "192.0.2.1, 192.0.2.2",
  "for=192.0.2.1",
])("%j is no address", (text) => expect(canonicalAddress(text)).toBeNull());
