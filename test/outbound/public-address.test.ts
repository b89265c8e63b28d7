// Non-public addresses in every notation, in a URL or a resolver's response, are refused.
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchPublic, publicGate } from "../../src/outbound/fetch-public.ts";
import { isPublicAddress } from "../../src/outbound/public-address.ts";

const LIMITS = { bytesMax: 1_000, timeoutMs: 5_000, redirectsMax: 3, accept: "image/png" };
const PORT = 44_300;

/** Detects a connection to this machine. */
let listener: Server;
let connections = 0;
beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, "::", resolve);
  });
});
afterAll(() => {
  listener.close();
});

const NOT_PUBLIC_URLS = [
  "127.0.0.1",
  "127.1",
  "127.255.255.254",
  "2130706433", // decimal
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1", // octal
  "017700000001",
  "①②⑦.0.0.1", // digits that normalise to ASCII
  "127。0。0。1",
  "127.0.0.1.",
  "0.0.0.0",
  "0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1", // carrier-grade NAT
  "169.254.169.254", // metadata of most clouds
  "0xa9fea9fe",
  "169.254.170.2",
  "100.100.100.200", // metadata of another
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:0:127.0.0.1]",
  "[::127.0.0.1]", // IPv4-compatible, deprecated
  "[64:ff9b::7f00:1]", // NAT64
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::1]", // 6to4
  "[2001:0:7f00:1::1]", // Teredo
  "[fe80::1]",
  "[fec0::1]",
  "[fc00::1]",
  "[fd00:ec2::254]", // metadata over IPv6
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[5f00::1]",
];

describe("a URL with the host", () => {
  test.each(NOT_PUBLIC_URLS)("%s is refused, and nothing connects", async (host) => {
    const { port } = listener.address() as { port: number };
    await expect(fetchPublic(`https://${host}:${port}/logo.png`, LIMITS)).rejects.toThrow(
      /^must be public: its host is at an address that is not on the public internet$/,
    );
    expect(connections).toBe(0);
  });
});

const PUBLIC_ADDRESSES = ["1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450::1"];

test.each(PUBLIC_ADDRESSES)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(["", "logo.example", "127.1", "0x7f000001", "fe80::1%eth0", "2606:4700::1%1", "1.1.1.1/8", "1.1.1.1 "])(
  "'%s' is not an address",
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test.each([
  ["a private address", ["10.0.0.1"]],
  ["a public and a private address", ["1.1.1.1", "127.0.0.1"]],
  ["a public address and an IPv6 loopback", ["1.1.1.1", "::ffff:127.0.0.1"]],
  ["the metadata service", ["169.254.169.254"]],
])("a name that resolves to %s is refused", async (_, addresses) => {
  const gate = { ...publicGate(), resolve: async () => addresses };
  await expect(fetchPublic(`https://logo.example:${PORT}/`, LIMITS, gate)).rejects.toThrow(
    /^could not be reached over https on the public internet$/,
  );
});

test.each(["http://1.1.1.1/", "ftp://1.1.1.1/", "file:///etc/passwd", "data:image/png;base64,AA==", "https://", "x"])(
  "%s is not an https URL",
  async (url) => {
    await expect(fetchPublic(url, LIMITS)).rejects.toThrow(/^must be an https URL/);
  },
);
