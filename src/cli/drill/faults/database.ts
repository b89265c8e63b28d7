// The primary is killed, its synchronous standby is promoted, and then the former primary comes back.
import type { Cluster } from "../copy/cluster.ts";
import { areReady, type Fault } from "./fault.ts";

const NOTICED_LIMIT_S = 30;
const BACK_LIMIT_S = 60;
const PAUSE_LIMIT_S = 90;

/** Whether each process has found that the database does not respond, or that a standby refuses its writes. */
function isLost(samples: ReadonlyMap<string, number>): boolean {
  const valuesOf = (name: string) => [...samples].filter(([series]) => series.startsWith(`${name}{`));
  const writes = new Map(valuesOf("turnpike_database_writes_up"));
  return valuesOf("turnpike_database_up").every(
    ([series, value]) => value === 0 || writes.get(series.replace("_up{", "_writes_up{")) === 0,
  );
}

/** The drill promotes it once the loss was noticed, as a person would; a failover manager is quicker. */
export const databaseLost = (primary: Cluster, standby: Cluster): Fault => ({
  name: "the primary of the database is killed (SIGKILL), its standby is promoted, and it comes back",
  pauseLimitS: PAUSE_LIMIT_S,
  async act({ copy, shop, scrape, wait, note }) {
    const members = [...copy.apis, ...copy.workers];
    process.kill(await primary.pid(), "SIGKILL");
    await wait("no process is ready", NOTICED_LIMIT_S, async () => !(await areReady(members)).some(Boolean));
    await scrape(isLost);
    await standby.asAdmin("select pg_promote()");
    const promotedMs = performance.now();
    await wait("payments are created again, after the promotion", BACK_LIMIT_S, () => shop.lastWriteMs() > promotedMs);
    await wait("all processes are ready again, after that", BACK_LIMIT_S, async () =>
      (await areReady(members)).every(Boolean),
    );
    const chains = copy.chains.map(({ caip2 }) => caip2);
    await wait("all chains are led again, after that", BACK_LIMIT_S, async () => {
      const leaders = await copy.store.readLeaders(chains).catch(() => null);
      return leaders?.size === chains.length;
    });
    await primary.start();
    const backMs = performance.now();
    await wait("payments are created, with the former primary back", BACK_LIMIT_S, () => shop.lastWriteMs() > backMs);
    note("The former primary accepts writes as well, and no process uses it (docs/high-availability.md).");
  },
});
