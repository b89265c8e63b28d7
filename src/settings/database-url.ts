// PostgreSQL URLs with several hosts, as libpq accepts them: postgres://user@one:5432,two:5432/db. The driver takes
// one host only.

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const SESSION_ATTRIBUTE = /([?&])target_session_attrs=([^&#]*)(&?)/;

/**
 * One URL for each host, in order. `target_session_attrs` may be given, as psql needs it, but changes nothing: only a
 * server that accepts writes is ever used.
 * @returns undefined if the URL is invalid, or asks for another kind of server
 */
export function databaseHosts(url: string): readonly string[] | undefined {
  const [, start, hosts, rest] = FORM.exec(url) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return undefined;
  const [, , wanted] = SESSION_ATTRIBUTE.exec(rest) ?? [];
  if (wanted !== undefined && wanted !== "read-write" && wanted !== "primary") return undefined;
  const end = rest.replace(SESSION_ATTRIBUTE, (_, before, __, after) => (after === "" ? "" : before));
  const urls = hosts.split(",").map((host) => `${start}${host}${end}`);
  const areHosts = urls.length === 1 || hosts.split(",").every((host) => host !== "");
  return areHosts && urls.every((each) => URL.canParse(withHost(each))) ? urls : undefined;
}

/** The host of a socket's URL may stand in the query only (`postgres://user@/db?host=/run/postgresql`). */
export const withHost = (url: string): string => url.replace("@/", "@localhost/");

interface DatabaseUrls {
  readonly databaseUrl: string | null;
  readonly databaseDirectUrl: string | null;
  readonly databaseReadUrl: string | null;
}

/**
 * Commands use DATABASE_DIRECT_URL, and lists DATABASE_READ_URL. If only DATABASE_URL named a restored copy, they would
 * work on the original database.
 */
export function databaseContradictions({ databaseUrl, databaseDirectUrl, databaseReadUrl }: DatabaseUrls): string[] {
  const others = [
    { setting: "DATABASE_DIRECT_URL", url: databaseDirectUrl, main: "the pooler's URL" },
    { setting: "DATABASE_READ_URL", url: databaseReadUrl, main: "the primary's URL" },
  ];
  return others.flatMap(({ setting, url, main }) => {
    if (!url) return [];
    if (!databaseUrl) return [`${setting} needs DATABASE_URL, ${main}`];
    const [expected, found] = [databaseName(databaseUrl), databaseName(url)];
    if (found === expected) return [];
    return [
      `${setting} must name the same database as DATABASE_URL (${expected}), not ${found}: ` +
        `change it as well, or leave ${setting} empty`,
    ];
  });
}

/** Defaults to the role's name if the URL has none, as in PostgreSQL's clients. */
function databaseName(url: string): string {
  const { pathname, username } = new URL(withHost(databaseHosts(url)?.[0] ?? url));
  return pathname.slice(1) || username;
}

/** What a process says that needs a database and may not make one. */
export const databaseUrlMissing = ({ isProduction }: { readonly isProduction: boolean }): string =>
  `DATABASE_URL must be set ${isProduction ? "in production" : "with CHAINS_FILE"}`;
