import { expect, test } from "vitest";
import type { Changed } from "../../../../src/contract/console/records.ts";
import { signIn } from "../../../harness/server/console.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

test("refuses malformed cursors, another list's and another partner's", async () => {
  const session = await signIn(server());
  const other = await signIn(server(), (await server().newOwner()).apiKey);
  const { body: theirs } = await other.call<Changed>({ path: "/changes" });
  for (const query of ["after=x", "after=", `after=${theirs.cursor}`, "maxPollMs=-1", "maxPollMs=x", "cursor=x"]) {
    const { status } = await session.call<WireBody>({ path: `/changes?${query}` });
    expect([query, status]).toEqual([query, 400]);
  }
});
