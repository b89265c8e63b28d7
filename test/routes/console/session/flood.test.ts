// Strangers guess passwords from many networks: signed-in users, and browsers that signed in before, do not notice.
import { expect, test } from "vitest";
import { consoleCall } from "../../../harness/server/console.ts";
import { newUser, PASSWORD, type TestUser } from "../../../harness/server/users.ts";
import { serverForFile, type WireBody } from "../../setup.ts";

const server = serverForFile({ environment: { TRUSTED_PROXIES: "127.0.0.1,::1" } });

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  readonly cookie?: string;
}

const signInFrom = ({ email, password, address, cookie }: SignIn) =>
  consoleCall<WireBody>(server(), {
    path: "/sign-in",
    body: { email, password },
    headers: { "x-forwarded-for": address, ...(cookie !== undefined && { cookie }) },
  });

/** A user, and the cookie that a browser has kept since an earlier sign-in. */
async function knownUser(): Promise<{ readonly user: TestUser; readonly cookie: string }> {
  const user = await newUser(server(), server().apiKey, { role: "owner" });
  const { headers } = await signInFrom({ email: user.email, password: PASSWORD, address: "198.51.100.7" });
  const kept = headers.getSetCookie().find((text) => text.includes("turnpike_device="));
  return { user, cookie: kept?.split(";")[0] ?? "" };
}

test("while the queue is full of strangers, a user confirms and a known browser signs in", async () => {
  const { user, cookie } = await knownUser();
  const address = "2001:db8:ffff::1";
  const guess = (n: number) =>
    signInFrom({
      email: `stranger${n}@example.com`,
      password: "a wrong password",
      address: `2001:db8:${n.toString(16)}::1`,
    });
  const flood = Array.from({ length: 70 }, (_, n) => guess(n + 1));
  await Promise.any(flood.map((each) => each.then(({ status }) => (status === 429 ? status : Promise.reject(status)))));
  const stranger = signInFrom({ email: user.email, password: PASSWORD, address });
  const confirmed = await user.call({ path: "/confirmation", body: { password: PASSWORD } });
  const signedIn = await signInFrom({ email: user.email, password: PASSWORD, address, cookie });
  expect([confirmed.status, signedIn.status]).toEqual([200, 200]);
  await Promise.all([...flood, stranger]);
});

test("guesses from many networks keep a user out of no browser that signed in before", async () => {
  const { user, cookie } = await knownUser();
  const { email } = user;
  for (let n = 1; n <= 51; n++) {
    await signInFrom({ email, password: "a wrong password", address: `2001:db8:${(0x1000 + n).toString(16)}::1` });
  }
  const address = "203.0.113.9";
  expect((await signInFrom({ email, password: PASSWORD, address })).status).toBe(429);
  expect((await signInFrom({ email, password: PASSWORD, address, cookie })).status).toBe(200);
  expect((await user.call({ path: "/confirmation", body: { password: PASSWORD } })).status).toBe(200);
});

test("another user's cookie, a made-up one and one with another time count as none", async () => {
  const { cookie } = await knownUser();
  const { user } = await knownUser();
  const { email } = user;
  const changed = `${cookie.slice(0, -3)}AAA`;
  const outcomes = [];
  for (const sent of [cookie, changed, "turnpike_device=x"]) {
    for (let n = 0; n < 2; n++) {
      const { status } = await signInFrom({ email, password: "wrong", address: "203.0.113.20", cookie: sent });
      outcomes.push(status);
    }
  }
  expect(outcomes).toEqual([401, 401, 401, 401, 401, 429]); // five from one network, whatever the cookie
});

test("the known browser has a limit of wrong passwords as well", async () => {
  const { user, cookie } = await knownUser();
  const guess = (n: number) => signInFrom({ email: user.email, password: "wrong", address: `198.51.100.${n}`, cookie });
  const statuses = [];
  for (let n = 1; n <= 11; n++) statuses.push((await guess(n)).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

test.each([
  ["/56", 40, (n: number) => `2001:db8:a000:${n.toString(16)}::1`, "2001:db8:a000:ff::1", "2001:db8:a000:100::1"],
  ["/48", 80, (n: number) => `2001:db8:b000:${n.toString(16)}00::1`, "2001:db8:b000:ffff::1", "2001:db8:c000::1"],
] as const)("guesses from the /64s of one %s count together", async (_, most, addressOf, within, elsewhere) => {
  const { user } = await knownUser();
  const emails = [user.email];
  while (emails.length * 40 < most + 40) emails.push((await knownUser()).user.email);
  for (let n = 1; n <= most; n++) {
    const email = emails[n % emails.length] ?? "";
    expect((await signInFrom({ email, password: "wrong", address: addressOf(n) })).status).toBe(401);
  }
  expect((await signInFrom({ email: user.email, password: PASSWORD, address: within })).status).toBe(429);
  expect((await signInFrom({ email: user.email, password: PASSWORD, address: elsewhere })).status).toBe(200);
});
