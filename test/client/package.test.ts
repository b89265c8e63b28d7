// The client as other projects use it: by package name, with its types.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
let project: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "turnpike-test-client-"));
  const installed = join(project, "node_modules/turnpike");
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(ROOT, "package.json"), join(installed, "package.json"));
  symlinkSync(join(ROOT, "node_modules"), join(installed, "node_modules"));
  mkdirSync(join(project, "node_modules/@types"));
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
  const options = ["--emitDeclarationOnly", "false", "--outDir", join(installed, "dist")];
  run(TSC, "-p", join(ROOT, "src/tsconfig.client.json"), ...options);
});
afterAll(() => rm(project, { recursive: true }));

const run = (...command: string[]): string =>
  execFileSync(process.execPath, command, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** The compiler's errors for a program; the given lines start at line 4. */
function compile(...lines: string[]): string[] {
  const head = [
    'import { ApiError, createPartnerClient } from "turnpike/client";',
    'const client = createPartnerClient({ baseUrl: "https://pay.example", apiKey: "key" });',
    "export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);",
  ];
  writeFileSync(join(project, "shop.ts"), [...head, ...lines].join("\n"));
  const options = [
    "--strict",
    "--skipLibCheck",
    "--noEmit",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--types",
    "node",
    "--pretty",
    "false",
  ];
  try {
    run(TSC, ...options, "shop.ts");
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.match(/^\S+\(\d+,\d+\): error.*/gm) ?? [String(error)];
  }
}

test("it loads on its own", () => {
  const script = 'import("turnpike/client").then((client) => console.log(Object.keys(client).sort().join()))';
  expect(run("--eval", script)).toBe(
    "ApiError,NoAnswerError,PayError,ReceiptError,accountsOf,confirmPayment,createGatewayClient,createPartnerClient," +
      "executePayment,isPaymentLink,parsePaymentLink,pay,preparePayment,verifyReceipt\n",
  );
});

test("the back end's library loads on its own", () => {
  const script = 'import("turnpike/server").then((library) => console.log(Object.keys(library).sort().join()))';
  expect(run("--eval", script)).toBe(
    "ApiError,NoAnswerError,PayError,WebhookVerificationError,createTurnpike,currencies,orders,webhooks\n",
  );
});

test("an event's data is typed by its type", () => {
  const errors = compile(
    "const { createTurnpike, webhooks } = await import('turnpike/server');",
    "const turnpike = createTurnpike({ baseUrl: 'https://pay.example', apiKey: 'key' });",
    "const event = await webhooks.verify('{}', new Headers(), 'whsec_AAAA');",
    "if (event.type === 'payment.succeeded') event.data.payment.paymentId.slice(1);",
    "if (event.type === 'payment.succeeded') event.data.exception.id.slice(1);",
    "for await (const { sequence } of turnpike.events.follow({ type: ['payment.paid'] })) sequence?.toFixed();",
  );
  expect(errors.map((line) => /\((\d+),/.exec(line)?.[1])).toEqual(["8", "9"]);
});

test("valid calls compile, and responses are typed", () => {
  const errors = compile(
    "const order = { amount: { unit: 'iso4217/USD', value: '1250' }, referenceId: 'order 4711' };",
    "client.payments.create(order).then(({ paymentId, expiresAt }) => paymentId.slice(expiresAt + 1));",
    "client.payments.list({ status: ['succeeded'] }).next().then(({ value }) => value?.settlement?.txHash?.slice(2));",
    "client.merchants.settlements.list('mrch_1').then(({ crypto }) => crypto[0]?.destination.slice(1));",
  );
  expect(errors).toEqual([]);
});

test("a wrong amount, a missing field, an unknown status and an unknown response field do not compile", () => {
  const errors = compile(
    "client.payments.create({ amount: { unit: 'iso4217/USD', value: 1250 }, referenceId: 'r' });",
    "client.payments.create({ amount: { unit: 'iso4217/USD', value: '1250' } });",
    "client.payments.list({ status: ['paid'] });",
    "client.payments.get('pay_1').then(({ total }) => total);",
  );
  expect(errors.map((line) => /\((\d+),/.exec(line)?.[1])).toEqual(["4", "5", "6", "7"]);
});
