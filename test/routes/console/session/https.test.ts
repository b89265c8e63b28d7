// The console behind TLS: a Secure cookie, and the public URL as its origin.
import { expect, test } from "vitest";
import { consoleCall, cookieOf } from "../../../harness/server/console.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile({ environment: { PUBLIC_URL: "https://pay.example.com" } });

const signInFrom = (headers: Record<string, string>) =>
  consoleCall<{ code: string }>(server(), { path: "/session", headers, body: { apiKey: server().apiKey } });

test("the cookie is Secure and has the __Secure- prefix", async () => {
  const answer = await signInFrom({ origin: "https://pay.example.com", "sec-fetch-site": "same-origin" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toMatch(
    /^__Secure-turnpike_console=[^;]+; Max-Age=43200; Path=\/console; HttpOnly; Secure; SameSite=Strict$/,
  );
  const cookie = cookieOf(answer);
  expect((await consoleCall(server(), { path: "/session", headers: { cookie } })).status).toBe(200);
  // A cookie set by an attacker without TLS would lack the prefix.
  const bare = cookie.replace("__Secure-", "");
  expect((await consoleCall(server(), { path: "/session", headers: { cookie: bare } })).status).toBe(401);
});

test.each(["http://pay.example.com", "https://pay.example.com.evil.example", "https://pay.example.com:8443", "null"])(
  "%s is another origin",
  async (origin) => {
    const { status, body } = await signInFrom({ origin });
    expect([status, body.code]).toEqual([403, "forbidden"]);
  },
);
