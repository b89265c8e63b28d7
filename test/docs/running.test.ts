// Pages for a reader with `npm start` running: each is followed in a new shell, on one local Turnpike.
import { afterAll, beforeAll, expect, test } from "vitest";
import { installExample } from "../examples/install.ts";
import { copyCluster } from "../harness/database/cluster.ts";
import { type DevProcess, IS_UP, processesOf, runDev } from "../local/dev-process.ts";
import { followPage, isRun } from "./follow.ts";
import { type Block, type Page, readPage, readPages } from "./pages.ts";
import { makePlace, type Place } from "./place.ts";

/** Followed by other tests, because their readers start differently. */
const ELSEWHERE = ["README.md", "docs/first-payment.md", "docs/deploying.md", "docs/going-live.md"];
/** The other pages of the folder ask their reader to run its first block. */
const OPERATIONS = "docs/operations/README.md";

const pages = readPages().filter(({ path, blocks }) => blocks.some(isRun) && !ELSEWHERE.includes(path));

let place: Place;
let dev: DevProcess;
beforeAll(async () => {
  place = await makePlace();
  copyCluster(`${place.dir}/.turnpike/postgres`);
  dev = runDev(`${place.dir}/.turnpike`, { port: Number(place.env.PORT), args: ["--no-demo"] });
  await dev.says(IS_UP);
});
afterAll(async () => {
  await dev.kill("SIGTERM");
  for (const { pid } of processesOf(place.dir)) process.kill(pid, "SIGKILL");
  await place.remove();
});

const before = (path: string): readonly Block[] => {
  if (path === OPERATIONS || !path.startsWith("docs/operations/")) return [];
  const [setUp] = readPage(OPERATIONS).blocks.filter(isRun);
  expect(setUp).toBeDefined();
  return setUp ? [setUp] : [];
};

test("examples/wallet/README.md", async () => {
  const folder = await installExample("wallet", `${place.dir}/examples`);
  const enter: Block = { place: "the page says so", info: "sh", text: `cd "${folder}"\n` };
  await followPage(readPage("examples/wallet/README.md"), place, [enter]);
});

/** Each block starts processes, so a page's time limit grows with its blocks. Generous, as the machine may be busy. */
const limitMs = ({ blocks }: Page): number => 60_000 + 20_000 * blocks.filter(isRun).length;

for (const page of pages) {
  test(page.path, () => followPage(page, place, before(page.path)), limitMs(page));
}
