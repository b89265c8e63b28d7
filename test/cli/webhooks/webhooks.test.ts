// `turnpike listen` and `turnpike webhooks`, against a running server and a developer's program.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../../examples/install.ts";
import { givenPayment } from "../../routes/given.ts";
import { serverForFile } from "../../routes/setup.ts";
import { type Receiver, startReceiver, status } from "../../webhooks/receiver.ts";
import { untilEventsAreComplete } from "../../webhooks/transaction.ts";
import { json, TURNPIKE, turnpike } from "../turnpike.ts";

const server = serverForFile();

async function keyFile(apiKey: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "turnpike-test-listen-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "key"), `${apiKey}\n`);
  return join(folder, "key");
}

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  onTestFinished(() => started.stop());
  return started;
}

async function listen(forwardTo: string, ...more: string[]) {
  const from = ["--url", server().baseUrl, "--key-file", await keyFile(server().apiKey)];
  return run(process.cwd(), [TURNPIKE, "listen", "--forward-to", forwardTo, ...from, ...more], {});
}

test("listen forwards new events, signed with the secret that it prints, and says what the program responded", async () => {
  const earlier = await givenPayment(server());
  const program = await receiver();
  const listening = await listen(program.url);
  const [secret = ""] = await listening.prints(/whsec_\S+/);
  const paymentId = await givenPayment(server());
  const { headers, body, event } = await program.next((each) => each.event.paymentId === paymentId);
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(event);
  await listening.prints(new RegExp(`204  payment.created  ${event.id}  ${paymentId}`));
  expect(program.received.filter((each) => each.event.paymentId === earlier)).toEqual([]);
});

test("listen resumes after an event, and goes on when the program fails", async () => {
  const program = await receiver();
  program.answer(status(500));
  const [first, second] = [await givenPayment(server()), await givenPayment(server())];
  await untilEventsAreComplete(server());
  const { body } = await server().call<{ data: { id: string }[] }>({ path: `/v1/events?paymentId=${first}` });
  const listening = await listen(program.url, "--after", body.data[0]?.id ?? "");
  await listening.prints(new RegExp(`500  payment.created  \\S+  ${second}`));
  expect(program.received.map(({ event }) => event.paymentId)).not.toContain(first);
});

test.each([
  [["--forward-to", "here"], "--forward-to must be an http or https URL, not here"],
  [["--forward-to", "localhost:3000"], "--forward-to must be an http or https URL, not localhost:3000"],
  [["--forward-to", "http://localhost:1", "--secret", "whsec_!"], "--secret must be whsec_ and base64"],
  [["--forward-to", "http://localhost:1", "--url", "http://localhost:2"], "--url needs --key-file"],
])("listen %j is refused", async (args, message) => {
  const key = message.endsWith("--key-file") ? [] : ["--url", server().baseUrl, "--key-file", await keyFile("tp_x")];
  expect(await turnpike(["listen", ...args, ...key], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
});

test("webhooks lists endpoints and what waits for them", async () => {
  const program = await receiver();
  program.answer(status(500));
  const partner = await server().asNewOwner();
  const environment = { DATABASE_URL: server().databaseUrl };
  const args = ["webhooks", "--partner", partner.partnerId];
  expect((await turnpike(args, environment)).stdout).toBe("No webhook endpoints.\n");
  const path = "/v1/webhook-endpoints";
  const created = await partner.call<{ id: string }>({ path, body: { url: program.url } });
  await partner.call({ path, body: { url: program.url, format: "commerce", events: ["merchant.updated"] } });
  const paymentId = await givenPayment(partner);
  await program.next(({ event }) => event.paymentId === paymentId);
  await expect
    .poll(async () => (await json<{ endpoints: object[] }>(args, environment)).endpoints)
    .toMatchObject([
      { id: created.body.id, format: "standard", enabled: true, pending: 1 },
      { format: "commerce", pending: 0 },
    ]);
  expect((await turnpike(args, environment)).stdout).toMatch(
    / {2}standard {2,}enabled .*\n.* {2}commerce {2,}enabled /,
  );
  expect((await turnpike(["webhooks", "--partner", "prtn_none"], environment)).stderr).toContain("there is no partner");
});
