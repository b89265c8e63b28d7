// Keys expire by the database's clock, whatever the clock of the machine says that a command runs on.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { secondText } from "../../../src/cli/output/text.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { json, turnpike } from "../turnpike.ts";

const HOUR_MS = 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server.stop());

const settings = () => server.installation.environment;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const isOff = (hours: number): void => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * HOUR_MS });

interface Made {
  readonly keyId: string;
  readonly apiKey: string;
}

const create = (...more: string[]): Promise<Made> =>
  json<Made>(["key", "create", "--partner", server.partnerId, "--role", "read", ...more], settings());

const statusWith = async ({ apiKey }: Made): Promise<number> =>
  (await server.call({ path: "/v1/payments/pay_0/status", headers: { "api-key": apiKey } })).status;

test.each([-48, 48])("with a clock %i hours off, an overlap of an hour is an hour", async (offHours) => {
  const old = await create();
  isOff(offHours);
  await json(["key", "rotate", old.keyId, "--overlap", "1"], settings());
  vi.useRealTimers();
  const [row] = await server.sql<{ hours: number }>(
    "select extract(epoch from expires_at - now())::float8 / 3600 as hours from api_keys where id = $1",
    [old.keyId],
  );
  expect(Math.round((row?.hours ?? 0) * 10)).toBe(10);
  expect(await statusWith(old)).toBe(404);
});

test("with a clock that is behind, a key that has expired is refused, and is not shown as one that works", async () => {
  const [soon, past] = [inHours(1), inHours(-1)];
  const key = await create("--expires", soon);
  await server.sql("update api_keys set expires_at = $2 where id = $1", [key.keyId, past]);
  isOff(-48);
  const refused = await turnpike(["key", "create", "--partner", server.partnerId, "--expires", past], settings());
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("a time in the future")]);
  const rotated = await turnpike(["key", "rotate", key.keyId], settings());
  expect([rotated.code, rotated.stderr]).toEqual([1, expect.stringContaining("is no longer valid")]);
  const { stdout } = await turnpike(["key", "list"], settings());
  expect(stdout).toMatch(new RegExp(`${key.keyId} .*expired ${secondText(new Date(past))}`));
  const { toCheck } = await json<{ toCheck: readonly { id: string }[] }>(["restored"], settings());
  expect(toCheck.map(({ id }) => id)).not.toContain(key.keyId);
});

test("with a clock that is ahead, a key that works is shown as one, and may expire in an hour", async () => {
  const [soon, later] = [inHours(1), inHours(2)];
  const key = await create("--expires", soon);
  isOff(48);
  const other = await create("--expires", later);
  const { stdout } = await turnpike(["key", "list"], settings());
  expect(stdout).toMatch(new RegExp(`${key.keyId} .*expires ${secondText(new Date(soon))}`));
  const { toCheck } = await json<{ toCheck: readonly { id: string }[] }>(["restored"], settings());
  expect(toCheck.map(({ id }) => id)).toEqual(expect.arrayContaining([key.keyId, other.keyId]));
});
