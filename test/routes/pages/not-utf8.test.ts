// Forms whose escapes or bytes are not UTF-8 are refused: U+FFFD must not stand in for what a person typed.
import { afterEach, beforeAll, expect, test } from "vitest";
import { givenLink, readLink, type WireLink } from "../payment-links/given-links.ts";
import { sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile("api");
let link: WireLink;
beforeAll(async () => {
  link = await givenLink(server(), { fields: [{ label: "Name" }] });
});
afterEach(async () => {
  expect((await readLink(server(), link.id)).stats.created).toBe(0);
});

const FORM = "application/x-www-form-urlencoded";
const VISITOR = `visitor=${"0".repeat(22)}`;

const sent = async (path: string, body: string | Uint8Array, type = FORM) =>
  server().call<{ message: string }>({ method: "POST", path, headers: { "content-type": type }, body });

const paths = (): string[] => [`/pay-links/${link.id}`, "/pay_1/cancel", "/collect/token"];

test.each([
  ["an escape in Latin-1", "%E9"],
  ["an escape in lower case", "%e9"],
  ["half a character", "%C3"],
  ["an escaped surrogate", "%ED%A0%80"],
  ["a byte in Latin-1", new Uint8Array([0xe9])],
])("a form with %s", async (_, value) => {
  const body = Buffer.concat([Buffer.from(`${VISITOR}&field-0=Caf`), Buffer.from(value as string)]);
  for (const path of paths()) {
    const answer = await sent(path, body);
    expect([path, answer.status]).toEqual([path, 400]);
    expect(answer.body.message).toMatch(/^The (form|body) is not UTF-8/);
  }
});

test("a form in another charset", async () => {
  for (const path of paths()) expect((await sent(path, VISITOR, `${FORM}; charset=iso-8859-1`)).status).toBe(415);
});

test("a browser gets a page", async () => {
  const { status, body } = await server().call<string>({
    method: "POST",
    path: `/pay-links/${link.id}`,
    headers: { "content-type": FORM, accept: "text/html,*/*;q=0.8" },
    body: "field-0=%E9",
  });
  expect([status, body]).toEqual([400, expect.stringMatching(/^<!doctype html>/i)]);
});
