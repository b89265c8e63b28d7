// The worker that leads the first chain is killed, and then the next one is frozen: the other one takes over.
import { type Acting, areReady, type Fault, leaderOf } from "./fault.ts";

const KILLED_LIMIT_S = 10;
/** The database ends the session of a frozen process after 9 to 12 s. */
const FROZEN_LIMIT_S = 30;
const READY_LIMIT_S = 60;
const PAUSE_LIMIT_S = 5;

export const workerKilled: Fault = {
  name: "the leading worker is killed (SIGKILL)",
  pauseLimitS: PAUSE_LIMIT_S,
  act: (acting) =>
    loseLeader(acting, KILLED_LIMIT_S, {
      strike: (leader) => leader.kill("SIGKILL"),
      heal: (leader) => leader.start(acting.copy.settings),
    }),
};

export const workerFrozen: Fault = {
  name: "the leading worker is frozen (SIGSTOP), and continues",
  pauseLimitS: PAUSE_LIMIT_S,
  act: (acting) =>
    loseLeader(acting, FROZEN_LIMIT_S, {
      strike: async (leader) => leader.signal("SIGSTOP"),
      heal: async (leader) => leader.signal("SIGCONT"),
    }),
};

type Leader = NonNullable<Awaited<ReturnType<typeof leaderOf>>>;

async function loseLeader(
  { copy, scrape, wait, note, problem }: Acting,
  limitS: number,
  { strike, heal }: Readonly<Record<"strike" | "heal", (leader: Leader) => Promise<void>>>,
): Promise<void> {
  const chain = copy.chains[0]?.caip2 ?? "";
  const leader = await leaderOf(copy, chain);
  if (!leader) return problem(`no worker of the copy leads ${chain}`);
  await strike(leader);
  await wait(`another worker leads ${chain}`, limitS, async () => {
    const next = await leaderOf(copy, chain);
    return next !== null && next !== leader;
  });
  await scrape();
  await heal(leader);
  await wait("both workers are ready again", READY_LIMIT_S, async () => (await areReady(copy.workers)).every(Boolean));
  note(`${leader.name} led, and stands by now.`);
}
