// A browser is known for the users who signed in there. Several users can have its user's address.
import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Session } from "../../../../src/contract/console/records.ts";
import { consoleCall } from "../../../harness/server/console.ts";
import { newUser, PASSWORD, type TestUser } from "../../../harness/server/users.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ environment: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
const OTHER_PASSWORD = "a different pass phrase";

let email: string;
let first: TestUser;
let second: TestUser;
beforeEach(async () => {
  email = `${randomBytes(6).toString("hex")}@example.com`;
  const [one, two] = [await server().newOwner(), await server().newOwner()];
  first = await newUser(server(), one.apiKey, { role: "owner", email });
  second = await newUser(server(), two.apiKey, { role: "owner", email, password: OTHER_PASSWORD });
});

/** A browser, with its address and the cookie of its users. */
function browserAt(address: string) {
  let device = "";
  return async (password: string): Promise<readonly [status: number, userId: string | undefined]> => {
    const headers = { "x-forwarded-for": address, ...(device !== "" && { cookie: device }) };
    const answer = await consoleCall<Session>(server(), { path: "/sign-in", body: { email, password }, headers });
    const kept = answer.headers.getSetCookie().find((text) => text.startsWith("turnpike_device="));
    device = kept?.split(";")[0] ?? device;
    return [answer.status, answer.body.user?.id];
  };
}

let networks = 0;
async function guessFromManyNetworks(): Promise<void> {
  for (let n = 0; n < 51; n++) await browserAt(`2001:db8:${(++networks).toString(16)}::1`)("a wrong password");
}

test("both users of an address are known where both signed in, whatever strangers guess", async () => {
  const enter = browserAt("198.51.100.1");
  await enter(PASSWORD);
  await enter(OTHER_PASSWORD);
  await guessFromManyNetworks();
  expect(await enter(PASSWORD)).toEqual([200, first.id]);
  expect(await enter(OTHER_PASSWORD)).toEqual([200, second.id]);
  expect((await browserAt("198.51.100.2")(PASSWORD))[0]).toBe(429);
});

test("a browser that knows one user is a stranger's to the other", async () => {
  const enter = browserAt("198.51.100.3");
  await enter(OTHER_PASSWORD);
  expect(await enter(PASSWORD)).toEqual([200, first.id]);
  const stranger = browserAt("198.51.100.4");
  await stranger(OTHER_PASSWORD);
  await guessFromManyNetworks();
  expect((await stranger(PASSWORD))[0]).toBe(401);
  expect(await stranger(OTHER_PASSWORD)).toEqual([200, second.id]);
});

test("signing in as one user gives no more guesses at the other", async () => {
  const enter = browserAt("198.51.100.5");
  const guesses = [];
  for (let n = 0; n < 5; n++) {
    await enter(OTHER_PASSWORD); // the newest mark has all of its guesses
    guesses.push((await enter("a wrong password"))[0]);
  }
  expect(guesses).toEqual(Array(5).fill(401));
  expect((await enter(PASSWORD))[0]).toBe(401);
  expect(await enter(OTHER_PASSWORD)).toEqual([200, second.id]);
});

test("a browser remembers its last five users, and nothing that is no mark", async () => {
  const { apiKey } = await server().newOwner();
  let cookie = "turnpike_device=made-up.marks";
  const enter = async (user: Pick<TestUser, "email">) => {
    const body = { email: user.email, password: PASSWORD };
    const answer = await consoleCall(server(), { path: "/sign-in", body, headers: { cookie } });
    cookie =
      answer.headers
        .getSetCookie()
        .find((text) => text.startsWith("turnpike_device="))
        ?.split(";")[0] ?? "";
    return cookie.split("=")[1]?.split(".").length;
  };
  const counts = [];
  for (let n = 0; n < 6; n++) counts.push(await enter(await newUser(server(), apiKey, { role: "reader" })));
  expect(counts).toEqual([1, 2, 3, 4, 5, 5]);
  const again = await newUser(server(), apiKey, { role: "reader" });
  expect([await enter(again), await enter(again)]).toEqual([5, 5]);
});
