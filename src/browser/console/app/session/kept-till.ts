// The till that this device is paired as, kept so that it opens without a connection, and can say so if that ended.
// Its session stays in a cookie that scripts can't read.
import type { Session } from "../../api/session.ts";

const KEY = "turnpike.paired-till";

/** The place where its open sale is stored. @param holder a till, or a partner in a tab */
export const saleKey = (holder: string): string => `turnpike.open-sale.${holder}`;

/** The place where its last merchant and currency are stored. @param holder a till, or a partner */
export const choiceKey = (holder: string): string => `turnpike.till.${holder}`;

/** The place where its settings are stored. @param tillId of the till */
export const settingsKey = (tillId: string): string => `turnpike.till-settings.${tillId}`;

export type TillSession = Session & { readonly till: NonNullable<Session["till"]> };

export const isTillPage = (): boolean => location.pathname === "/console/till";

export const isTill = (session: Session | null | undefined): session is TillSession =>
  typeof session?.till?.id === "string";

/** Null if the device is not paired, or its storage is blocked. */
export function keptTill(): TillSession | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Session | null;
    return isTill(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** @param session null, or one of another kind: the device is no till any more */
export function keepTill(session: Session | null): void {
  const previous = keptTill();
  if (previous && previous.till.id !== session?.till?.id) forgetContents(previous.till.id);
  try {
    if (isTill(session)) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the till then needs a connection to open.
  }
}

/** Removes the data of a till that this device no longer is. */
export function forgetContents(tillId: string): void {
  try {
    for (const key of [saleKey(tillId), choiceKey(tillId), settingsKey(tillId)]) localStorage.removeItem(key);
  } catch {
    // Storage is blocked: it has nothing to remove.
  }
}
