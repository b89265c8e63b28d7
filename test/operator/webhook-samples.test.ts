// The samples of docs/webhooks.md accept genuine deliveries of a running server, and nothing else.
import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { webhooks } from "../../src/server-client/index.ts";
import { readPages } from "../docs/pages.ts";
import { givenCancelledPayment } from "../routes/given.ts";
import { serverForFile } from "../routes/setup.ts";
import { type Received, type Receiver, startReceiver } from "../webhooks/receiver.ts";

const server = serverForFile();
let receiver: Receiver;
let secrets: { readonly former: string; readonly current: string };
let delivery: Delivery;
/** During a rotation, so it has two signatures. */
let rotated: Delivery;

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const signedPart = ({ headers, body }: Received): Delivery => ({
  headers: Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(headers[name])]),
  ),
  body,
});

beforeAll(async () => {
  receiver = await startReceiver();
  const path = "/v1/webhook-endpoints";
  const hook = { url: receiver.url, events: ["payment.cancelled"] };
  const { body: made } = await server().call<{ id: string; secret: string }>({ path, body: hook });
  const deliveryOf = async (referenceId: string): Promise<Delivery> => {
    const paymentId = await givenCancelledPayment(server(), { referenceId });
    return signedPart(await receiver.next(({ event }) => event.paymentId === paymentId));
  };
  // Text beyond ASCII: bytes and characters differ.
  delivery = await deliveryOf("Bestellung Nº 4711 – Größe 🙂");
  const { body: next } = await server().call<{ secret: string }>({
    path: `${path}/${made.id}/rotate-secret`,
    body: {},
  });
  secrets = { former: made.secret, current: next.secret };
  rotated = await deliveryOf("order 4712");
});
afterAll(() => receiver.stop());

/** A delivery signed with the key at another time. */
function signedAt(ageS: number, secret: string): Delivery {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageS);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`evt_1.${timestamp}.{}`).digest("base64");
  const headers = { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return { headers, body: "{}" };
}

type Verify = (secret: string, delivery: Delivery) => Promise<boolean>;

const blocks = readPages().flatMap((page) => page.blocks.filter(({ info }) => info.endsWith(" verify")));

/** Reads a call from standard input, prints whether the sample accepts it, and exits with 3 if it throws. */
const CALLERS: Readonly<Record<string, { file: string; command: string; call: string }>> = {
  "python verify": {
    file: "verify.py",
    command: "python3",
    call: `
import json, sys
call = json.load(sys.stdin)
try:
    print(json.dumps(verify(call["secret"], call["headers"], call["body"].encode())))
except ValueError:
    sys.exit(3)
`,
  },
  "php verify": {
    file: "verify.php",
    command: "php",
    call: `
$call = json_decode(stream_get_contents(STDIN), true);
try {
    echo json_encode(verify($call['secret'], $call['headers'], $call['body']));
} catch (InvalidArgumentException) {
    exit(3);
}
`,
  },
  "sh verify": {
    file: "verify.sh",
    command: "bash",
    call: `
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
python3 -c '
import json, sys
call = json.load(sys.stdin)
folder = sys.argv[1]
open(folder + "/body", "w", newline="").write(call["body"])
names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
open(folder + "/call", "w").write("\\n".join([call["secret"], *(call["headers"][name] for name in names)]) + "\\n")
' "$folder"
{ read -r secret; read -r id; read -r timestamp; read -r signature; } < "$folder/call"
if verify "$secret" "$id" "$timestamp" "$signature" "$folder/body"; then echo true; else echo false; fi
`,
  },
  "js verify": {
    file: "verify.mjs",
    command: process.execPath,
    call: `
import { json } from "node:stream/consumers";
const call = await json(process.stdin);
try {
  console.log(verify(call.secret, call.headers, Buffer.from(call.body)));
} catch {
  process.exit(3);
}
`,
  },
};

const sampleIn =
  (info: string): Verify =>
  async (secret, { headers, body }) => {
    const block = blocks.find((each) => each.info === info);
    const { file, command, call } = CALLERS[info] ?? { file: "", command: "", call: "" };
    const folder = await mkdtemp(join(tmpdir(), "turnpike-test-samples-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, file), `${block?.text}\n${call}`);
    const said = await new Promise<string>((resolve, reject) => {
      const program = execFile(command, [join(folder, file)], (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
      program.stdin?.end(JSON.stringify({ secret, headers, body }));
    });
    return JSON.parse(said) as boolean;
  };

const byLibrary: Verify = (secret, { headers, body }) =>
  webhooks.verify(body, headers, secret).then(
    () => true,
    (error: Error) => {
      if (error.name === "WebhookVerificationError") return false;
      throw error;
    },
  );

test("the page has one sample for each language", () => {
  expect(blocks.map(({ info }) => info).sort()).toEqual(Object.keys(CALLERS).sort());
});

describe.each([...Object.keys(CALLERS).map((info) => [info, sampleIn(info)] as const), ["the library", byLibrary]] as [
  string,
  Verify,
][])("%s", (_, verify) => {
  test("accepts genuine deliveries, also with both secrets of a rotation", async () => {
    expect(await verify(secrets.former, delivery)).toBe(true);
    expect(rotated.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(await verify(secrets.former, rotated)).toBe(true);
    expect(await verify(secrets.current, rotated)).toBe(true);
    expect(await verify(secrets.former, signedAt(290, secrets.former))).toBe(true);
  });

  test("refuses a wrong secret, a changed body and changed headers", async () => {
    expect(await verify(secrets.current, delivery)).toBe(false);
    const raw = `whsec_${Buffer.from(secrets.former).toString("base64")}`;
    expect(await verify(raw, delivery)).toBe(false);
    expect(await verify(secrets.former, { ...delivery, body: `${delivery.body} ` })).toBe(false);
    const { "webhook-signature": signature = "", "webhook-timestamp": timestamp } = delivery.headers;
    for (const changed of [
      { "webhook-id": "evt_other" },
      { "webhook-timestamp": String(Number(timestamp) + 1) },
      { "webhook-timestamp": `${timestamp}x` },
      { "webhook-timestamp": "1".repeat(400) },
      { "webhook-signature": signature.replace("v1,", "v2,") },
      { "webhook-signature": signature.slice(0, -2) },
      { "webhook-signature": "v1," },
    ]) {
      const headers = { ...delivery.headers, ...changed };
      expect([changed, await verify(secrets.former, { ...delivery, headers })]).toEqual([changed, false]);
    }
  });

  test("refuses an old time and one in the future, though they are signed", async () => {
    for (const ageS of [310, 86_400, -310])
      expect(await verify(secrets.former, signedAt(ageS, secrets.former))).toBe(false);
  });

  test("throws without a secret, because anybody can sign with an empty key", async () => {
    for (const missing of ["", "whsec_"]) await expect(verify(missing, signedAt(0, "whsec_"))).rejects.toThrow();
  });
});
