import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { WebhookVerificationError, webhooks } from "../../src/server-client/index.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SENT_S = 1_614_265_330;
const BODY = '{"test": 2432232314}';
/** The published example of Standard Webhooks. */
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const OTHER = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

const headers = (changes: Readonly<Record<string, string>> = {}) => ({
  "webhook-id": ID,
  "webhook-timestamp": String(SENT_S),
  "webhook-signature": SIGNATURE,
  ...changes,
});
const at = (nowS: number) => ({ nowMs: () => nowS * 1_000 });
const sign = (secret: string, body = BODY) => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`${ID}.${SENT_S}.${body}`).digest("base64")}`;
};

describe("a delivery is accepted", () => {
  test.each([
    ["as text, with Node's headers", BODY, headers()],
    ["as bytes, with a Headers object", new TextEncoder().encode(BODY), new Headers(headers())],
    ["with other signatures beside", BODY, headers({ "webhook-signature": `v1a,xyz v1,!! v1,AAAA ${SIGNATURE}` })],
  ])("%s", async (_, body, given) => {
    expect(await webhooks.verify(body, given, SECRET, at(SENT_S))).toEqual({ test: 2432232314 });
  });

  test("by either of two secrets, and up to five minutes early or late", async () => {
    expect(sign(SECRET)).toBe(SIGNATURE);
    for (const nowS of [SENT_S - 300, SENT_S + 300]) {
      for (const secrets of [
        [OTHER, SECRET],
        [SECRET, OTHER],
      ]) {
        expect(await webhooks.verify(BODY, headers(), secrets, at(nowS))).toBeDefined();
      }
    }
  });
});

describe("a delivery is refused", () => {
  test.each<[what: string, body: string, changes: Readonly<Record<string, string>>, secret: string, nowS: number]>([
    ["with another body", BODY.replace("4", "5"), {}, SECRET, SENT_S],
    ["with the body serialised again", JSON.stringify(JSON.parse(BODY)), {}, SECRET, SENT_S],
    ["with another id", BODY, { "webhook-id": "msg_other" }, SECRET, SENT_S],
    ["with another secret", BODY, {}, OTHER, SENT_S],
    ["too late", BODY, {}, SECRET, SENT_S + 301],
    ["too early", BODY, {}, SECRET, SENT_S - 301],
    ["with another time", BODY, { "webhook-timestamp": String(SENT_S + 1) }, SECRET, SENT_S],
    ["with a time that is no number", BODY, { "webhook-timestamp": "1e9" }, SECRET, SENT_S],
    ["without a signature", BODY, { "webhook-signature": "" }, SECRET, SENT_S],
    ["with an empty signature", BODY, { "webhook-signature": "v1," }, SECRET, SENT_S],
    ["with a signature of another version", BODY, { "webhook-signature": `v2,${SIGNATURE.slice(3)}` }, SECRET, SENT_S],
    ["without an id", BODY, { "webhook-id": "" }, SECRET, SENT_S],
    ["with no JSON", "{", { "webhook-signature": sign(SECRET, "{") }, SECRET, SENT_S],
  ])("%s", async (_, body, changes, secret, nowS) => {
    await expect(webhooks.verify(body, headers(changes), secret, at(nowS))).rejects.toThrow(WebhookVerificationError);
  });

  test("by the clock of this machine by default", async () => {
    await expect(webhooks.verify(BODY, headers(), SECRET)).rejects.toThrow(/clock/);
  });

  test.each(["secret", "whsec_%%%"])("a secret that is none (%s) is the program's mistake", async (secret) => {
    await expect(webhooks.verify(BODY, headers(), secret, at(SENT_S))).rejects.toThrow(TypeError);
  });
});
