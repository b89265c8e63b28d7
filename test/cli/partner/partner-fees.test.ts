// `turnpike partner fees`, and its effect on the running service.
import pg from "pg";
import { expect, test } from "vitest";
import { untilWaiting } from "../../harness/database/lock-wait.ts";
import { serverForFile } from "../../routes/setup.ts";
import { json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;

interface Fees {
  readonly percentage: string;
  readonly fixed: Record<string, string>;
  readonly minimum: Record<string, string>;
  readonly receivers: Record<string, string>;
  readonly since: string | null;
  readonly history?: readonly Fees[];
}
const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const feesOf = (partnerId: string, ...args: string[]): Promise<Fees> =>
  json(["partner", "fees", partnerId, ...args], settings());

test("fees are the installation's until agreed, then apply to new payments; earlier payments keep theirs", async () => {
  const { partnerId, apiKey, merchantId } = await server().newOwner();
  const created = async () => {
    const body = { amount: { unit: "iso4217/USD", value: "30" }, referenceId: "order 1" };
    const headers = { "api-key": apiKey, "merchant-id": merchantId };
    return (await server().call({ path: "/v1/payments", body, headers })).status;
  };
  const standard = { partnerId, percentage: "0.4", fixed: {}, minimum: {}, receivers: {}, since: null };
  expect(await feesOf(partnerId)).toEqual(standard);
  expect(await created()).toBe(201);
  const first = await feesOf(partnerId, "--fixed", "USD=0.30", "JPY=40", "--receiver", ADDRESS);
  const since = expect.stringMatching(/Z$/);
  expect(first).toEqual({ ...standard, fixed: { USD: "30", JPY: "40" }, receivers: { "*": ADDRESS }, since });
  await expect.poll(created).toBe(400);
  const second = await feesOf(partnerId, "--percentage", "1.5", "--minimum", "USD=1", "--history");
  const { history, ...current } = second;
  expect(current).toEqual({ ...first, percentage: "1.5", minimum: { USD: "100" }, since });
  expect(history?.map((fees) => ({ ...fees, partnerId }))).toEqual([current, first]);
  const { stdout } = await turnpike(["partner", "fees", partnerId], settings());
  expect(stdout).toMatch(/ {2}minimum {5}1\.00 USD\n {2}receiver {4}0x/);
});

test("fees that were changed meanwhile are not overwritten", async () => {
  const { partnerId } = await server().newOwner();
  const other = new pg.Client({ connectionString: server().databaseUrl });
  await other.connect();
  await other.query("begin");
  await other.query("select from partners where id = $1 for no key update", [partnerId]);
  const change = turnpike(["partner", "fees", partnerId, "--percentage", "1"], settings());
  await untilWaiting(server(), 1);
  await other.query(
    "insert into fee_policies (partner_id, ppm, fixed, minimum, receivers) values ($1, 4000, $2, $2, $2)",
    [partnerId, {}],
  );
  await other.query("commit");
  await other.end();
  expect(await change).toMatchObject({ code: 1, stdout: "" });
  expect((await change).stderr).toContain("the fees were changed meanwhile: run it again");
  expect(await feesOf(partnerId, "--history")).toMatchObject({ percentage: "0.4", history: [{ percentage: "0.4" }] });
});

test("of two changes of the same fees, one is stored", async () => {
  const { partnerId } = await server().newOwner();
  const { feePolicies } = server().store;
  const policy = { ppm: 10_000n, fixed: new Map(), minimum: new Map(), receivers: new Map() };
  for (const kept of [1, 2]) {
    const [newest] = (await feePolicies.history(partnerId)) ?? [];
    const change = () => feePolicies.append(partnerId, newest?.policy.id ?? null, policy);
    const changes = await Promise.all([change(), change()]);
    expect(changes.filter((stored) => stored !== null)).toHaveLength(1);
    expect(await feePolicies.history(partnerId)).toHaveLength(kept);
  }
});

test("fees of an unknown partner are refused", async () => {
  const answer = await turnpike(["partner", "fees", "prtn_0", "--percentage", "1"], settings());
  expect(answer).toMatchObject({ code: 1, stdout: "" });
  expect(answer.stderr).toContain("there is no partner prtn_0");
});
