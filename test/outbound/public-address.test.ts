// Non-public addresses in every notation, in a URL or a resolver's response, are refused.
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchPublic, publicGate } from "../../src/outbound/fetch-public.ts";
import { isPublicAddress } from "../../src/outbound/public-address.ts";
import { NOT_PUBLIC_HOSTS } from "./not-public-hosts.ts";

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

describe("a URL with the host", () => {
  test.each(NOT_PUBLIC_HOSTS)("%s is refused, and nothing connects", async (host) => {
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
