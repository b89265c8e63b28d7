// Webhooks to networks that the operator names: only addresses in them pass, by whatever name or notation.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlFault } from "../../src/events/endpoint-url.ts";
import { fetchPublic, publicGate, vettedAddresses } from "../../src/outbound/fetch-public.ts";
import { openPostChannel } from "../../src/outbound/post-public.ts";
import { webhookPlacesOf } from "../../src/service/webhooks.ts";
import { readConfig } from "../../src/settings/config.ts";
import { NOT_PUBLIC_HOSTS } from "./not-public-hosts.ts";

const places = (WEBHOOK_NETWORKS: string) => webhookPlacesOf(readConfig({}, { WEBHOOK_NETWORKS }));
const ONE = places("10.1.0.0/16");
const ALL = places("10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,fc00::/7");
const OF_ALL = ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "[fc00::1]"];
const LIMITS = { bytesMax: 16, timeoutMs: 500, connectionsMax: 1 };

/** Detects a connection to this machine. */
let listener: Server;
let connections = 0;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "::");
  await once(listener, "listening");
});
afterAll(() => {
  listener.close();
});

describe("with the network 10.1.0.0/16", () => {
  test.each(NOT_PUBLIC_HOSTS)("a URL with the host %s is refused, and nothing connects", async (host) => {
    const url = `https://${host}:${(listener.address() as AddressInfo).port}/hook`;
    expect(urlFault(url, ONE)).toBe("must be on the public internet");
    const channel = openPostChannel(url, LIMITS, ONE.gate);
    await expect(channel.post({}, "{}")).rejects.toThrow(/^must be public: its host is at an address that is not/);
    channel.close();
    expect(connections).toBe(0);
  });

  test.each(["10.1.0.0", "10.1.255.255", "10.1.0.5", "0x0a010005", "167837701"])("%s is allowed, by https", (host) => {
    expect(urlFault(`https://${host}/hook`, ONE)).toBeNull();
    expect(urlFault(`http://${host}/hook`, ONE)).toBe("must be an https URL");
  });

  test.each([
    "10.0.255.255",
    "10.2.0.0",
    "[::ffff:10.1.0.5]",
    "[::ffff:0:10.1.0.5]",
    "[::10.1.0.5]",
    "[64:ff9b::10.1.0.5]",
    "[2002:a01:5::1]",
    "[2001:0:a01:5::1]",
    "[fc00::a01:5]",
  ])("%s is refused", (host) => {
    expect(urlFault(`https://${host}/hook`, ONE)).toBe("must be on the public internet");
  });

  test.each([
    [["10.1.0.5"], true],
    [["10.1.0.5", "1.1.1.1"], true],
    [["10.1.0.5", "10.2.0.5"], false],
    [["10.1.0.5", "127.0.0.1"], false],
    [["10.1.0.5", "169.254.169.254"], false],
    [["::ffff:10.1.0.5"], false],
    [["10.1.0.5%eth0"], false],
  ])("a name that resolves to %s: allowed is %s, at each request", async (addresses, isAllowed) => {
    let answer: readonly string[] = ["10.1.0.5"];
    const gate = { ...ONE.gate, resolve: async () => answer };
    const vetted = () => vettedAddresses(new URL("https://erp.example/"), gate, AbortSignal.timeout(5_000));
    expect(await vetted()).toEqual(["10.1.0.5"]);
    answer = addresses;
    if (isAllowed) expect(await vetted()).toEqual(addresses);
    else await expect(vetted()).rejects.toThrow("could not be reached over https on the public internet");
  });

  test("logos are still fetched from the public internet only", async () => {
    const limits = { ...LIMITS, redirectsMax: 3, accept: "image/png" };
    await expect(fetchPublic("https://10.1.0.5/logo.png", limits)).rejects.toThrow(/^must be public/);
    const gate = { ...publicGate(), resolve: async () => ["10.1.0.5"] };
    await expect(fetchPublic("https://erp.example/logo.png", limits, gate)).rejects.toThrow(/^could not be reached/);
  });
});

test("with all private networks, this machine, link-local and metadata addresses are still refused", () => {
  const allowed = NOT_PUBLIC_HOSTS.filter((host) => urlFault(`https://${host}/`, ALL) === null);
  expect(allowed).toEqual(OF_ALL);
  for (const metadata of ["100.100.100.200", "fd00:ec2::254", "fd00:ec2:0::0254", "fd20:ce::254", "fd00:42::42"]) {
    expect(ALL.isAllowed(metadata), metadata).toBe(false);
  }
});

test.each([
  "127.0.0.1",
  "127.0.0.0/8",
  "::1",
  "0.0.0.0",
  "0.0.0.0/0",
  "::/0",
  "169.254.169.254",
  "169.254.0.0/16",
  "fe80::/10",
  "::ffff:10.1.0.0/112",
  "64:ff9b::/96",
  "8.8.8.0/24",
  "10.0.0.0/7",
  "172.16.0.0/11",
  "fc00::/6",
  "10.1.0.5/16",
  "10.1/16",
  "localhost",
  "10.1.0.0/16,127.0.0.1",
])("the setting refuses %s", (network) => {
  expect(() => places(network)).toThrow("WEBHOOK_NETWORKS must be none, or private addresses and networks");
});

test("without the setting, no private address is allowed", () => {
  expect(places("none").isAllowed("10.1.0.5")).toBe(false);
  expect(places("").isAllowed("10.1.0.5")).toBe(false);
  expect(places("10.1.0.5,fd12::/64").isAllowed("10.1.0.5")).toBe(true);
  expect(places("10.1.0.5,fd12::/64").isAllowed("fd12::7")).toBe(true);
  expect(places("10.1.0.5,fd12::/64").isAllowed("10.1.0.6")).toBe(false);
});
