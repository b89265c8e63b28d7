// Partners take turns: one partner's slow names and heavy images delay only that partner.
import { createSocket } from "node:dgram";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { prepareLogo } from "../../src/logos/prepare.ts";
import { createLogoSource } from "../../src/logos/source.ts";
import { fetchPublic, type Gate, publicGate } from "../../src/outbound/fetch-public.ts";

const LIMITS = { bytesMax: 1_000, timeoutMs: 300, redirectsMax: 0, accept: "image/png" };

/** A gate whose names resolve when the test says so. */
function slowGate() {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const resolve: Gate["resolve"] = (hostname) => {
    asked.push(hostname);
    return new Promise((done) => ends.push(() => done([])));
  };
  return { asked, gate: { ...publicGate(), resolve }, end: () => ends.splice(0).map((end) => end()) };
}

test("at most two logos of a partner at a time, eight wait, and the next gets 429; others are not affected", async () => {
  const { asked, gate, end } = slowGate();
  const source = createLogoSource(gate);
  const ask = (partner: string, n: number) => source.fetch(`https://${partner}-${n}.example/logo.png`, partner);
  const outcomes = Array.from({ length: 10 }, (_, n) => ask("loud", n));
  await expect(ask("loud", 10)).rejects.toMatchObject({ code: "rate_limited", retryAfterS: 5 });
  const other = ask("quiet", 0);
  await expect.poll(() => asked).toEqual(["loud-0.example", "loud-1.example", "quiet-0.example"]);
  const ending = setInterval(end, 1);
  const notReached = { ok: false, message: "could not be reached over https on the public internet" };
  expect(await other).toEqual(notReached);
  expect(await Promise.all(outcomes)).toEqual(Array(10).fill(notReached));
  clearInterval(ending);
});

let dns: ReturnType<typeof createSocket> | null = null;
afterEach(() => {
  dns?.close();
  dns = null;
});

test("a name whose DNS server is silent is given up in time, and the question is cancelled", async () => {
  const socket = createSocket("udp4");
  dns = socket;
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const gate = publicGate([`127.0.0.1:${socket.address().port}`]);
  let resolved: Promise<readonly string[]> | null = null;
  const watched: Gate = {
    ...gate,
    resolve: (hostname, signal) => {
      resolved = gate.resolve(hostname, signal);
      return resolved;
    },
  };
  const startedMs = performance.now();
  await expect(fetchPublic("https://slow.example/", LIMITS, watched)).rejects.toThrow("took longer than 0.3 s to load");
  expect(await resolved).toEqual([]);
  expect(performance.now() - startedMs).toBeLessThan(2_000); // the resolver's first attempt alone takes as long
});

test("large AVIF files leave a decoder to everybody else", async () => {
  const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: "#f00" } });
  const heavy = await flat(2_049).avif({ effort: 0 }).toBuffer();
  const light = await flat(500).png().toBuffer();
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    ...[1, 2].map((n) => prepareLogo(heavy).then(note(`heavy ${n}`))),
    prepareLogo(light).then(note("light")),
  ]);
  expect(order[0]).toBe("light");
});
