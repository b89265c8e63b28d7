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
  return areHosts && urls.every((each) => URL.canParse(each)) ? urls : undefined;
}
