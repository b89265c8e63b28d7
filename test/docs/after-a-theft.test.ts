// The steps after a theft of a key, as docs/security.md writes them: afterwards nothing that the thief made works.

import { beforeAll, expect, onTestFinished, test } from "vitest";
import { keyIdOf } from "../harness/server/key-id.ts";
import { all, makeWith, NOTIFIED, timeAfterAll } from "../harness/server/made-by-key.ts";
import { createKeyFor, serverForFile } from "../routes/setup.ts";
import { type Block, readPage } from "./pages.ts";
import { makePlace } from "./place.ts";
import { openSession } from "./session.ts";

const server = serverForFile({ role: "api" });
const HEADING = "## After a theft of a key";
let steps: readonly Block[];
beforeAll(() => {
  const { text, blocks } = readPage("docs/security.md");
  const section = text.split(`${HEADING}\n`)[1]?.split("\n## ")[0] ?? "";
  steps = blocks.filter((block) => block.info === "sh operator" && isIn(section, block));
});
const isIn = (section: string, { text }: Block): boolean =>
  text.split("\n").every((line) => section.split("\n").some((each) => each.trim() === line.trim()));

test("after the documented steps nothing that the thief made works, and what others made does", async () => {
  const { partnerId: PARTNER, merchantId: MERCHANT, installation, call } = server();
  const ours = await makeWith(server(), server().apiKey);
  const stolen = await createKeyFor(server(), "partner");
  const KEY = await keyIdOf(server(), stolen);
  const earlier = await makeWith(server(), stolen);
  const SINCE = await timeAfterAll(server());
  const theirs = await makeWith(server(), stolen);
  const working = await theirs.works();
  expect(working).toEqual(all(working, true));

  const place = await makePlace();
  onTestFinished(() => place.remove());
  const settings = { ...installation.environment, SINCE, PARTNER, MERCHANT, KEY };
  const shell = await openSession(place.dir, { ...place.env, ...settings });
  const said: string[] = [];
  for (const { place: where, text } of steps) {
    const { code, stdout, stderr } = await shell.run(text);
    expect([where, code, stderr]).toEqual([where, 0, ""]);
    said.push(stdout);
  }
  const again = await shell.run(steps[1]?.text ?? "");
  await shell.end();

  expect(said).toHaveLength(5);
  for (const id of Object.values(theirs.ids)) expect(said[1]).toContain(id);
  expect(said[2]).toContain(`${KEY} is revoked.`);
  expect(again.stdout).toContain("Nothing that it made is left to end.");
  await expect.poll(() => theirs.works(), NOTIFIED).toEqual(all(working, false));
  expect((await call({ path: "/v1/payments", headers: { "api-key": stolen } })).status).toBe(401);
  expect([await ours.works(), await earlier.works()]).toEqual([all(working, true), all(working, true)]);
  const key = /tp_partner_\S+/.exec(said[0] ?? "")?.[0] ?? "";
  expect((await call({ path: "/v1/payments", headers: { "api-key": key } })).status).toBe(200);
});
