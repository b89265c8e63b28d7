// The disk of the database is full, and then has space again.
import { fill, makeSpace } from "../copy/small-disk.ts";
import { areReady, type Fault } from "./fault.ts";

/** A process looks every 10 s. */
const NOTICED_LIMIT_S = 60;
const BACK_LIMIT_S = 60;
const PAUSE_LIMIT_S = 120;

export const DISK_FULL = "the disk of the database is full, and has space again";

/**
 * @param pid of a process that sees the disk
 * @param place where it sees it
 */
export const diskFull = (pid: number, place: string): Fault => ({
  name: DISK_FULL,
  pauseLimitS: PAUSE_LIMIT_S,
  async act({ copy, shop, scrape, wait, note }) {
    const members = [...copy.apis, ...copy.workers];
    note("On an empty database of this version, whose disk is in memory.");
    fill(pid, place);
    await wait("no process is ready", NOTICED_LIMIT_S, async () => !(await areReady(members)).some(Boolean));
    await scrape();
    makeSpace(pid, place);
    const spaceMs = performance.now();
    await wait("payments are created again, once there is space", BACK_LIMIT_S, () => shop.lastWriteMs() > spaceMs);
    await wait("all processes are ready again, after that", BACK_LIMIT_S, async () =>
      (await areReady(members)).every(Boolean),
    );
  },
});
