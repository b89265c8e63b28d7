// Tests the addresses allowed for endpoints, on an installation for real money and on a developer's machine.
import { expect, test } from "vitest";
import { urlFault } from "../../src/events/endpoint-url.ts";
import { isPublicAddress } from "../../src/outbound/public-address.ts";

const faultOn = (allowsLocal: boolean) => (url: string) => urlFault(url, { allowsLocal, isAllowed: isPublicAddress });
const inProduction = faultOn(false);
const inDevelopment = faultOn(true);

const THIS_MACHINE = [
  "https://localhost/",
  "https://LOCALHOST./hook",
  "https://api.localhost/",
  "http://localhost:3000/hook",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.0.0.1/",
  "https://[::1]/",
];

test.each(THIS_MACHINE)("%s is for development only", (url) => {
  expect([inProduction(url), inDevelopment(url)]).toEqual(["must be on the public internet", null]);
});

test.each([
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://0xa9fea9fe/",
  "https://0.0.0.0/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[fe80::1]/",
  "https://[64:ff9b::7f00:1]/",
])("%s is never allowed", (url) => {
  expect([inProduction(url), inDevelopment(url)]).toEqual(Array(2).fill("must be on the public internet"));
});

test.each([
  ["http://shop.example/", "must be an https URL"],
  ["ftp://shop.example/", "must be an https URL"],
  ["javascript:alert(1)", "must be an https URL"],
  ["shop.example/hook", "must be a URL"],
  ["https://", "must be a URL"],
  ["https://user@shop.example/", "must not contain credentials"],
  ["https://:password@shop.example/", "must not contain credentials"],
  ["https://shop.example/#part", "must not have a fragment"],
])("%s %s", (url, fault) => {
  expect([inProduction(url), inDevelopment(url)]).toEqual([fault, fault]);
});

test("a public name or address is allowed, with a port and a query", () => {
  for (const url of ["https://shop.example/hook?a=1", "https://shop.example:8443/", "https://[2606:4700::1111]/"]) {
    expect([inProduction(url), inDevelopment(url)]).toEqual([null, null]);
  }
});
