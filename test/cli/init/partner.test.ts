// A later `turnpike init` makes no other key or partner, and never changes where a merchant's money goes.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planOf } from "../../../src/cli/init/plan.ts";
import type { Setup } from "../../../src/cli/init/setup.ts";
import { runSteps } from "../../../src/cli/init/step.ts";
import { withStore } from "../../../src/cli/init/steps/partner.ts";
import { ON_COMMAND_LINE } from "../../../src/merchant/audit.ts";
import { freshPlace, stepsUntil, withAnswers } from "./place.ts";

const FORMER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const CORRECTED = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

const stepsNamed = async (setup: Setup, ...names: readonly string[]) =>
  (await planOf(setup)).filter(({ name }) => names.includes(name));

const areDone = async (setup: Setup, ...names: readonly string[]): Promise<readonly boolean[]> =>
  Promise.all((await stepsNamed(setup, ...names)).map((step) => step.isDone()));

/** A machine with its partner and a merchant, as the API makes it for init. */
async function partnerPlace() {
  const { machine, setup: other } = await freshPlace();
  const setup = withAnswers(other, { merchant: { ...other.answers.merchant, destination: FORMER } });
  await runSteps(await stepsUntil(setup, "schema"), setup.say);
  await runSteps(await stepsNamed(setup, "partner"), setup.say);
  const [partner] = await withStore(setup, ({ partners }) => partners.list());
  const owner = { ...ON_COMMAND_LINE, partnerId: partner?.id ?? "", merchantId: "mrch_first" };
  const { name, email } = setup.answers.merchant;
  const [chain] = setup.answers.chains;
  const pairs = (chain?.assets ?? []).map(({ id }, index) => ({
    id: `stl_${index}`,
    asset: id,
    destination: `${chain?.caip2}:${FORMER}`,
  }));
  await withStore(setup, async ({ merchants, settlements }) => {
    await merchants.insert({ id: owner.merchantId, partnerId: owner.partnerId, name, email, logo: null });
    await settlements.insert(owner, pairs);
  });
  return { setup, keyFile: join(machine.root, "etc/turnpike/first-api.key"), owner, pairs };
}

const keysOf = (setup: Setup) => withStore(setup, ({ keys }) => keys.list(null));

test("once its file is deleted, as the pages say, no other key is made, also if the key was revoked since", async () => {
  const { setup, keyFile } = await partnerPlace();
  expect(await readFile(keyFile, "utf8")).toMatch(/^tp_partner_/);
  expect(await areDone(setup, "partner", "merchant")).toEqual([true, true]);
  await rm(keyFile);
  expect(await areDone(setup, "partner", "merchant")).toEqual([true, true]);
  await runSteps(await stepsNamed(setup, "partner", "merchant"), setup.say);
  const [key, ...others] = await keysOf(setup);
  expect(others).toEqual([]);
  await withStore(setup, ({ keys }) => keys.revoke(key?.id ?? ""));
  await runSteps(await stepsNamed(setup, "partner", "merchant"), setup.say);
  expect(await keysOf(setup)).toHaveLength(1);
});

test("a step that needs the key after that says how to get one", async () => {
  const { setup, keyFile, owner } = await partnerPlace();
  await rm(keyFile);
  const renamed = withAnswers(setup, { merchant: { ...setup.answers.merchant, name: "Another shop" } });
  await expect(runSteps(await stepsNamed(renamed, "merchant"), setup.say)).rejects.toThrow(
    `turnpike key create --partner ${owner.partnerId}`,
  );
});

test("another name of the partner is refused while its key is there", async () => {
  const { setup } = await partnerPlace();
  const renamed = withAnswers(setup, { partner: "Corner shops" });
  await expect(runSteps(await stepsNamed(renamed, "partner"), setup.say)).rejects.toThrow(
    /^partner: the key in \/etc\/turnpike\/first-api.key is that of Corner shop \(prtn_\w+\)/,
  );
  expect(await withStore(setup, ({ partners }) => partners.list())).toHaveLength(1);
});

test("a corrected account of the merchant is refused with the way to change it, until it was changed", async () => {
  const { setup, owner, pairs } = await partnerPlace();
  const corrected = withAnswers(setup, { merchant: { ...setup.answers.merchant, destination: CORRECTED } });
  const run = async (some: Setup) => runSteps(await stepsNamed(some, "merchant"), setup.say);
  await expect(run(corrected)).rejects.toThrow(`mrch_first) is paid elsewhere than at ${CORRECTED}:`);
  await expect(run(corrected)).rejects.toThrow(`   ${pairs[0]?.asset}: ${pairs[0]?.destination}\n`);
  await expect(run(corrected)).rejects.toThrow("in the console (Merchants)");
  const destinations = () => withStore(setup, ({ settlements }) => settlements.list(owner.partnerId, "mrch_first"));
  expect(await destinations()).toEqual(pairs);
  await withStore(setup, async ({ settlements }) => {
    for (const { id, destination } of pairs) {
      await settlements.change(owner, id, destination.replace(FORMER, CORRECTED));
    }
  });
  expect(await areDone(corrected, "merchant")).toEqual([true]);
  // What people changed or removed since is no changed answer.
  expect(await areDone(setup, "merchant")).toEqual([true]);
  await withStore(setup, ({ settlements }) => settlements.remove(owner, pairs[0]?.id ?? ""));
  expect(await areDone(corrected, "merchant")).toEqual([true]);
});
