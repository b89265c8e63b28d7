// The samples of docs/get-started.md and of the reference work against a running server, in each language: a lost
// response makes no second payment, and late, repeated and unordered webhooks deliver an order once.
import { execFile } from "node:child_process";
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { EXAMPLE_EVENTS } from "../../src/http/openapi/example-events.ts";
import { PAYMENT_ID } from "../../src/http/openapi/example-values.ts";
import { guides } from "../../src/pages/guides/guides.ts";
import { readPage } from "../docs/pages.ts";
import { givenPayment, givenSucceededPayment } from "../routes/given.ts";
import { serverForFile } from "../routes/setup.ts";
import { startUnreliableProxy, type UnreliableProxy } from "./unreliable-proxy.ts";

const server = serverForFile();
const SECRET_BYTES = randomBytes(32);
const SECRET = `whsec_${SECRET_BYTES.toString("base64")}`;
const EXPIRES_AT = Math.floor(Date.now() / 1_000) + 3_600;
const ORDER = { id: "4711", amount: { unit: "iso4217/USD", value: "1250" }, expiresAt: EXPIRES_AT };

interface Language {
  readonly file: string;
  readonly command: string;
  /** Prints the payment's id of two identical calls. */
  readonly create: string;
  readonly wait: (paymentId: string) => string;
  /** Passes the deliveries of a folder to verify and handle; prints `refused` and `failed`. */
  readonly receive: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  js: {
    file: "program.mjs",
    command: process.execPath,
    create: `for (const _ of "12") console.log((await createPayment(${JSON.stringify(ORDER)})).paymentId);`,
    wait: (paymentId) => `console.log(await waitForEnd(${JSON.stringify(paymentId)}));`,
    receive: `
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync("given.json", "utf8"));
orders.set(given.paymentId, given.order);
for (const { headers, body } of given.deliveries) {
  if (!verify(given.secret, headers, Buffer.from(body))) console.log("refused");
  else await handle(JSON.parse(body)).catch(() => console.log("failed"));
}`,
  },
  python: {
    file: "program.py",
    command: "python3",
    create: `for _ in range(2):\n    print(create_payment(json.loads('${JSON.stringify(ORDER)}'))["paymentId"])`,
    wait: (paymentId) => `print(wait_for_end("${paymentId}"))`,
    receive: `
given = json.load(open("given.json"))
orders[given["paymentId"]] = given["order"]
for delivery in given["deliveries"]:
    if not verify(given["secret"], delivery["headers"], delivery["body"].encode()):
        print("refused")
        continue
    try:
        handle(json.loads(delivery["body"]))
    except RuntimeError:
        print("failed")`,
  },
  php: {
    file: "program.php",
    command: "php",
    create: `for ($i = 0; $i < 2; $i++) echo createPayment(json_decode('${JSON.stringify(ORDER)}', true))['paymentId'], "\\n";`,
    wait: (paymentId) => `echo waitForEnd('${paymentId}');`,
    receive: `
$given = json_decode(file_get_contents('given.json'), true);
$orders[$given['paymentId']] = $given['order'];
foreach ($given['deliveries'] as ['headers' => $headers, 'body' => $body]) {
    if (!verify($given['secret'], $headers, $body)) {
        echo "refused\\n";
        continue;
    }
    try {
        handle(json_decode($body, true));
    } catch (RuntimeException) {
        echo "failed\\n";
    }
}`,
  },
  sh: {
    file: "program.sh",
    command: "bash",
    create: `for _ in 1 2; do echo "$(create_payment 4711 1250 ${EXPIRES_AT} | field paymentId)"; done`,
    wait: (paymentId) => `wait_for_end ${paymentId}`,
    receive: `
for body in deliveries/*; do
  { read -r id; read -r at; read -r signature; } < "headers/\${body#*/}"
  verify '${SECRET}' "$id" "$at" "$signature" "$body" || { echo refused; continue; }
  handle "$(cat "$body")" || echo failed
done`,
  },
};

const blocks = [...readPage("docs/get-started.md").blocks, ...readPage("docs/webhooks.md").blocks];

/** All samples of a language as one program, with the reader's values. */
function programIn(language: string, url: string): string {
  const own = blocks.filter(({ info }) => info === `${language} program` || info === `${language} verify`);
  expect(own.length, language).toBe(4);
  const text = own.map((block) => block.text).join("\n");
  return filled(language === "php" ? `<?php\n${text.replaceAll("<?php\n", "")}` : text, url);
}

const filled = (text: string, url: string): string =>
  text
    .replaceAll("https://pay.example", url)
    .replaceAll("YOUR_TEST_KEY", server().apiKey)
    .replaceAll("YOUR_MERCHANT_ID", server().merchantId);

interface Ran {
  readonly folder: string;
  readonly output: Promise<string>;
}

async function run(language: string, program: string, files: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const { file, command } = LANGUAGES[language] ?? { file: "", command: "" };
  const folder = await mkdtemp(join(tmpdir(), "turnpike-test-guides-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ["deliveries", "headers"]) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries({ ...files, [file]: program })) await writeFile(join(folder, name), text);
  const output = new Promise<string>((resolve, reject) => {
    execFile(command, [file], { cwd: folder }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });
  return { folder, output };
}

async function proxied(): Promise<UnreliableProxy> {
  const proxy = await startUnreliableProxy(server().baseUrl);
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** A delivery of the event, signed now. */
function delivered(event: object) {
  const body = JSON.stringify(event);
  const { id } = event as { id: string };
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac("sha256", SECRET_BYTES).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` },
    body,
  };
}

/** What a program prints that gets these events for the payment of order 4711. */
async function received(language: string, paymentId: string, events: readonly object[], url: string): Promise<string> {
  const deliveries = events.map(delivered);
  const files = Object.fromEntries(
    deliveries.flatMap(({ headers, body }, index) => [
      [`deliveries/${index}`, body],
      [`headers/${index}`, `${Object.values(headers).join("\n")}\n`],
    ]),
  );
  const given = JSON.stringify({ order: ORDER, paymentId, secret: SECRET, deliveries });
  const program = `${programIn(language, url)}\n${LANGUAGES[language]?.receive}\n`;
  return (await run(language, program, { ...files, "given.json": given, [`order-${paymentId}`]: "4711\n" })).output;
}

/** The genuine events of a payment, and an exception that came after them. */
async function eventsOf(paymentId: string) {
  const { body } = await server().call<{ data: { type: string; sequence: number }[] }>({
    path: `/v1/events?paymentId=${paymentId}`,
  });
  const [succeeded] = body.data.filter(({ type }) => type === "payment.succeeded");
  const [created] = body.data.filter(({ type }) => type === "payment.created");
  if (!succeeded || !created) throw new Error("the payment has no such events");
  const sequence = succeeded.sequence + 1;
  const id = `evt_${paymentId.slice("pay_".length)}_${sequence}`;
  const sample = JSON.stringify(EXAMPLE_EVENTS["exception.opened"]).replaceAll(PAYMENT_ID, paymentId);
  return { succeeded, created, exception: { ...JSON.parse(sample), id, sequence } };
}

describe.each(Object.entries(LANGUAGES))("%s", (language, { create, wait }) => {
  test("creates one payment, though the first response is lost and the order is sent twice", async () => {
    const proxy = await proxied();
    proxy.losesNext(1);
    const before = await countOf(ORDER.id);
    const { output } = await run(language, `${programIn(language, proxy.url)}\n${create}\n`);
    const ids = (await output).trim().split("\n");
    expect(ids).toEqual([expect.stringMatching(/^pay_/), ids[0]]);
    expect(proxy.lost()).toBe(1);
    expect((await countOf(ORDER.id)) - before).toBeLessThanOrEqual(1);
    const { body } = await server().call<{ status: string }>({ path: `/v1/payments/${ids[0]}/status` });
    expect(body.status).toBe("requires_action");
  });

  test("waits until the payment has ended", async () => {
    const proxy = await proxied();
    const paymentId = await givenPayment(server());
    const { output } = await run(language, `${programIn(language, proxy.url)}\n${wait(paymentId)}\n`);
    await proxy.next((path) => path.includes("maxPollMs=30000"));
    await server().call({ path: `/v1/payments/${paymentId}/cancel`, method: "POST", body: {} });
    expect((await output).trim()).toBe("cancelled");
  });

  test("delivers a paid order once, if a later event comes before payment.succeeded", async () => {
    const paymentId = await givenSucceededPayment(server());
    const { succeeded, created, exception } = await eventsOf(paymentId);
    const output = await received(language, paymentId, [exception, succeeded, succeeded, created], server().baseUrl);
    expect(output).toBe("deliver 4711\n");
  });

  test("delivers it when an event comes again that could not be handled, and handles payment.succeeded after it", async () => {
    const paymentId = await givenSucceededPayment(server());
    const { succeeded, exception } = await eventsOf(paymentId);
    const proxy = await proxied();
    proxy.failsNext(4);
    expect(await received(language, paymentId, [exception, succeeded, exception], proxy.url)).toBe(
      "failed\ndeliver 4711\n",
    );
  });

  test("delivers nothing for a payment that was refunded", async () => {
    const paymentId = await givenSucceededPayment(server());
    const { succeeded } = await eventsOf(paymentId);
    const { status } = await server().call({ path: "/v1/refunds", body: { paymentId } });
    expect(status).toBe(200);
    expect(await received(language, paymentId, [succeeded], server().baseUrl)).toBe("");
  });

  test("delivers nothing for an unpaid payment, and for a payment that is no order's", async () => {
    const paymentId = await givenPayment(server());
    const other = await eventsOf(await givenSucceededPayment(server()));
    expect(
      await received(language, paymentId, [{ ...other.succeeded, paymentId }, other.succeeded], server().baseUrl),
    ).toBe("");
  });
});

async function countOf(referenceId: string): Promise<number> {
  const { body } = await server().call<{ data: object[] }>({ path: `/v1/payments?referenceId=${referenceId}` });
  return body.data.length;
}

describe.each(["sh", "js", "python", "php"])("the reference's samples in %s", (language) => {
  test.each([
    ["/docs/reference/payments", "Create a payment", /requires_action/],
    ["/docs/reference/merchants", "Get a merchant with its settlement destinations", /merchantEmail|settlements|email/],
    ["/docs/reference/payments", "List one merchant's payments", /nextCursor/],
  ])("%s: %s", async (path, title, says) => {
    const { markdown = "" } = guides().pages.find((page) => page.path === path) ?? {};
    const [, section = ""] = markdown.split(`\n## ${title}\n`);
    const [, sample = ""] = new RegExp(`\`\`\`${language} sample\n(.*?)\n\`\`\``, "s").exec(section) ?? [];
    expect(sample).not.toBe("");
    const { output } = await run(language, filled(sample.replace("order-4711", randomUUID()), server().baseUrl));
    expect(await output).toMatch(says);
  });
});
