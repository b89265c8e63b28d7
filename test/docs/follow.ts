// Follows a page as its reader does: runs its blocks and compares their output with the page.
import { expect } from "vitest";
import { FENCES, isFence } from "./fences.ts";
import type { Block, Page } from "./pages.ts";
import type { Place } from "./place.ts";
import { type Outcome, openSession, type Session, type Staying } from "./session.ts";
import { differencesOf, outputPattern } from "./shown.ts";

/** The last block's output; that of a foreground process keeps growing. */
type Printed = () => Promise<Omit<Outcome, "code">>;

export const isRun = ({ info }: Block): boolean => isFence(info) && FENCES[info] === "run";

/** @param before blocks of another page that readers must run first */
export async function followPage(page: Page, place: Place, before: readonly Block[] = []): Promise<void> {
  const session = await openSession(place.dir, place.env);
  let printed: Printed | null = null;
  let ended = false;
  try {
    for (const block of [...before, ...page.blocks]) {
      if (isRun(block)) printed = await runBlock(block, session, place);
      else if (isFence(block.info) && FENCES[block.info] === "output") {
        if (!printed) throw new Error(`${block.place}: an output block without a command before it`);
        await expectShown(block, printed, place);
      }
    }
    ended = true;
    for (const { code, stderr } of await session.end()) expect({ code, stderr }).toMatchObject({ code: 0 });
  } finally {
    if (!ended) await session.end().catch(() => []); // the block may have ended the shell
  }
}

async function runBlock({ info, text, place: where }: Block, session: Session, place: Place): Promise<Printed> {
  const script = place.here(text);
  if (info === "sh stays") {
    const staying: Staying = await session.stay(script);
    await untilUp(staying, where);
    return () => staying.said();
  }
  const outcome = await (info === "sh fails" ? session.attempt(script) : session.run(script));
  const hasFailed = outcome.code !== 0;
  if (hasFailed !== (info === "sh fails")) {
    throw new Error(`${where}: exit code ${outcome.code}\n${script}\n${outcome.stdout}\n${outcome.stderr}`);
  }
  return async () => outcome;
}

/** The lines that `npm start`, an API and a worker log once they are up. */
const IS_UP = /Ctrl-C stops everything|"turnpike is up"/;

async function untilUp(staying: Staying, where: string): Promise<void> {
  await expect
    .poll(async () => Object.values(await staying.said()).join("\n"), { message: where, timeout: 60_000 })
    .toMatch(IS_UP);
}

async function expectShown({ info, text, place: where }: Block, printed: Printed, place: Place): Promise<void> {
  const { stdout, stderr } = await printed();
  if (info === "json answer") {
    expect(differencesOf(JSON.parse(place.here(text)), JSON.parse(stdout)), `${where}: ${stdout}`).toEqual([]);
    return;
  }
  expect(`${stdout}${stderr}`, where).toMatch(outputPattern(place.here(text)));
}
