// Loads a page's code. After an update of the server, a browser may still run the previous console, whose files no
// longer exist.
import { serverResponds } from "../../api/online.ts";

export class PageUnavailable extends Error {
  /** Whether the server responds, so that reloading helps. */
  readonly isOutdated: boolean;

  constructor(isOutdated: boolean, cause: unknown) {
    super(isOutdated ? "the console was updated" : "the server does not respond", { cause });
    this.name = "PageUnavailable";
    this.isOutdated = isOutdated;
  }
}

/**
 * Reloads the console once if it is outdated.
 * @throws PageUnavailable if that did not help, or without a connection
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    const isOutdated = await serverResponds();
    if (!isOutdated || !mayReload()) throw new PageUnavailable(isOutdated, cause);
    location.reload();
    return new Promise(() => {}); // the page is about to go
  }
}

const RELOADED = "turnpike reloaded at";
/** One reload fetches the current version; while several versions run, the next one may be outdated again. */
const AGAIN_AFTER_MS = 60_000;

function mayReload(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return Date.now() - before > AGAIN_AFTER_MS;
  } catch {
    return false; // storage is blocked, so a loop could not be detected
  }
}

/** Without a connection, the browser would replace the console with a page that cannot return. */
export async function reload(): Promise<void> {
  if (await serverResponds()) location.reload();
}
