// A later `turnpike init` changes in the files of settings what its answers have changed since, and nothing else.
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { chainsText, changedChains } from "../../../src/cli/init/answered.ts";
import { planOf } from "../../../src/cli/init/plan.ts";
import { runSteps, showPlan } from "../../../src/cli/init/step.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { filesIn, freshPlace, fundRelayers, type Place, stepsUntil, withAnswers } from "./place.ts";

const NAMES = ["turnpike.env", "api.env", "worker.env", "chains.json"] as const;

const fileOf = ({ machine }: Place, name: string): string => join(machine.root, "etc/turnpike", name);

async function textsOf(place: Place): Promise<Record<string, string>> {
  const texts = await Promise.all(NAMES.map((name) => readFile(fileOf(place, name), "utf8")));
  return Object.fromEntries(NAMES.map((name, index) => [name, texts[index] ?? ""]));
}

async function change(place: Place, name: string, from: string, to: string): Promise<void> {
  const text = await readFile(fileOf(place, name), "utf8");
  expect(text).toContain(from);
  await writeFile(fileOf(place, name), text.replace(from, to));
}

/** Another chain, as docs/day-two.md adds one. */
const POLYGON = {
  preset: "polygon",
  rpcUrls: ["https://third.example", "https://fourth.example"],
  router: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  feeReceiver: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

/** A machine that init has set up, and whose operator has done what the pages say. */
async function operatedPlace(): Promise<Place> {
  const place = await freshPlace();
  await runSteps(await stepsUntil(place.setup, "accounts"), place.setup.say);
  await fundRelayers(place);
  await runSteps(await stepsUntil(place.setup, "settings"), place.setup.say);
  await writeFile(fileOf(place, "refused.txt"), "[]");
  await appendFile(
    fileOf(place, "turnpike.env"),
    `# Ours\nSCREENING=list:${fileOf(place, "refused.txt")}\nRPC_URL_31337='${inject("sharedChain").rpcUrl}'\n`,
  );
  await change(place, "turnpike.env", "TRUSTED_PROXIES=127.0.0.1\n", "TRUSTED_PROXIES=10.0.0.1\n");
  await appendFile(fileOf(place, "api.env"), "RATE_LIMITS=off\n");
  await change(
    place,
    "worker.env",
    "RELAYER_KEYS_FILE=",
    "; with a signer now\nRELAYER_SIGNERS=0x70997970C51812dc3A010C7d01b50e0d17dc79C8=https://signer.example:9000\n#RELAYER_KEYS_FILE=",
  );
  await rm(fileOf(place, "relayer.keys"));
  const chains = JSON.parse(await readFile(fileOf(place, "chains.json"), "utf8"));
  await writeFile(fileOf(place, "chains.json"), JSON.stringify([{ ...chains[0], batchMax: 20 }]));
  return place;
}

test("with the same answers, nothing is written, and the operator's settings stay", async () => {
  const place = await operatedPlace();
  const before = await filesIn(place.machine);
  place.said.length = 0;
  await runSteps(await stepsUntil(place.setup, "settings"), place.setup.say);
  expect(place.said.filter((line) => !line.endsWith(": already done"))).toEqual([]);
  expect(await filesIn(place.machine)).toEqual(before);
});

test("a changed fee changes the fee, also if the run before was interrupted; the plan says so", async () => {
  const place = await operatedPlace();
  const before = await textsOf(place);
  const setup = withAnswers(place.setup, { feePercentage: "0.5" });
  place.said.length = 0;
  await showPlan(await planOf(setup), setup.say);
  expect(place.said).toContain("   changes in /etc/turnpike/turnpike.env: FEE_PERCENTAGE=0.5");
  expect(place.said.filter((line) => /writes .*(\.env|chains\.json)$/.test(line))).toEqual([]);
  const steps = await stepsUntil(setup, "settings");
  await writeFile(fileOf(place, "api.env"), "NOT A SETTING\n");
  await expect(runSteps(steps, setup.say)).rejects.toThrow(/^settings: .*api\.env: line 1/);
  await writeFile(fileOf(place, "api.env"), before["api.env"] ?? "");
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  const expected = before["turnpike.env"]?.replace("FEE_PERCENTAGE=0\n", "FEE_PERCENTAGE=0.5\n");
  expect(await textsOf(place)).toEqual({ ...before, "turnpike.env": expected });
  // The operator's own value stays, until the answer changes again.
  await change(place, "turnpike.env", "FEE_PERCENTAGE=0.5\n", "FEE_PERCENTAGE=0.7\n");
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  expect((await textsOf(place))["turnpike.env"]).toContain("FEE_PERCENTAGE=0.7\n");
  const back = withAnswers(place.setup, { feePercentage: "0.6" });
  await runSteps(await stepsUntil(back, "settings"), setup.say);
  expect((await textsOf(place))["turnpike.env"]).toContain("FEE_PERCENTAGE=0.6\n");
});

test("settings that would stop a start replace no file", async () => {
  const place = await operatedPlace();
  await appendFile(fileOf(place, "turnpike.env"), "RPC_URL_137=https://fifth.example\n");
  const [chain] = JSON.parse(await readFile(fileOf(place, "chains.json"), "utf8"));
  await writeFile(fileOf(place, "chains.json"), JSON.stringify([chain, POLYGON]));
  const written = JSON.parse(await readFile(fileOf(place, "init-settings.json"), "utf8"));
  await writeFile(
    fileOf(place, "init-settings.json"),
    `${JSON.stringify({ ...written, chains: [...written.chains, POLYGON] }, null, 2)}\n`,
  );
  const before = await filesIn(place.machine);
  // Without Polygon, of which a setting remains.
  const less = withAnswers(place.setup, { feePercentage: "0.5" });
  await expect(runSteps(await stepsUntil(less, "settings"), less.say)).rejects.toThrow(
    `settings: RPC_URL_137: ${fileOf(place, "chains.json")} has no chain 137`,
  );
  const after = await filesIn(place.machine);
  // The answers of the last run are kept all the same.
  for (const files of [before, after]) files.delete(fileOf(place, "init.json"));
  expect(after).toEqual(before);
});

test("a changed chain keeps its other fields; a file that is missing is made again", async () => {
  const place = await operatedPlace();
  const { rpcUrl, deployment } = inject("sharedChain");
  const setup = withAnswers(place.setup, { chains: [{ ...chainEntry(rpcUrl, deployment), name: "Renamed" }] });
  await rm(fileOf(place, "api.env"));
  await runSteps(await stepsUntil(setup, "settings"), setup.say);
  const texts = await textsOf(place);
  expect(JSON.parse(texts["chains.json"] ?? "")).toMatchObject([{ name: "Renamed", batchMax: 20, rpcUrls: [rpcUrl] }]);
  expect(texts["api.env"]).toContain("SECRET_KEY_FILE=");
});

const BASE = { preset: "base", rpcUrls: ["https://one.example"], router: "0x01", assets: ["USDC"] };

test.each([
  ["the same answers", [BASE], [BASE], [{ ...BASE, batchMax: 3, rpcUrls: ["https://mine.example"] }, POLYGON], null],
  ["a removed chain stays removed", [BASE], [BASE], [POLYGON], null],
  [
    "another URL",
    [BASE],
    [{ ...BASE, rpcUrls: ["https://two.example"] }],
    [{ ...BASE, batchMax: 3 }, POLYGON],
    [{ ...BASE, batchMax: 3, rpcUrls: ["https://two.example"] }, POLYGON],
  ],
  ["a field less", [BASE], [{ ...BASE, assets: undefined }], [BASE], [{ ...BASE, assets: undefined }]],
  ["a chain more", [BASE], [BASE, POLYGON], [BASE], [BASE, POLYGON]],
  ["a chain less", [BASE, POLYGON], [BASE], [{ ...POLYGON, preset: undefined, caip2: "eip155:137" }, BASE], [BASE]],
  [
    "answers of which nothing is known",
    null,
    [BASE],
    [{ ...BASE, router: "0x02", batchMax: 3 }, POLYGON],
    [{ ...BASE, batchMax: 3 }, POLYGON],
  ],
])("the chains file: %s", (_, before, after, found, expected) => {
  const text = JSON.stringify(found);
  const changed = changedChains(text, before, after);
  expect(changed.text).toBe(expected === null ? text : chainsText(expected));
  expect(changed.changes).toHaveLength(expected === null ? 0 : 1);
});

test("a chains file that is none is named, and nothing is written", async () => {
  const place = await operatedPlace();
  await writeFile(fileOf(place, "chains.json"), "{}");
  await expect(stepsUntil(place.setup, "settings")).rejects.toThrow(
    "/etc/turnpike/chains.json: it must be a JSON list",
  );
});
