// A partner's API keys. Creating or revoking one requires the key itself as well as the session.

import type { Static } from "typebox";
import { CreateKeyBody, KeyCreated, KeyRevoked, Keys, keyShown } from "../../../contract/console/records.ts";
import { parseAllowedAddresses } from "../../../merchant/allowed-addresses.ts";
import { newApiKey } from "../../../merchant/api-key.ts";
import { KEY_READERS, OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { withinKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

const PATH = `${CONSOLE_API}/keys`;

export const listKeys = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: KEY_READERS,
  response: [200, Keys],
  uses: ["keyRecords"],
  handle: async ({ keyRecords }, { caller }) => ({ keys: (await keyRecords.list(caller.partnerId)).map(keyShown) }),
});

export const createKey = endpoint({
  route: `POST ${PATH}`,
  caller: "console",
  console: OWNERS,
  asksForKeyAgain: true,
  request: { body: CreateKeyBody },
  response: [201, KeyCreated],
  uses: ["keyRecords", "nowMs"],
  async handle({ keyRecords, nowMs }, { caller, body: { role, label, ...limits } }) {
    const { apiKey, hash, prefix } = newApiKey(role, caller.partnerId);
    const of = { partnerId: caller.partnerId, role, ...(label !== undefined && { label }) };
    const atMs = nowMs();
    const key = { ...of, hash, prefix, ...withinKey(caller, limitsOf(limits, atMs), atMs) };
    const stored = await keyRecords.insert(key, byCaller(caller));
    if (!stored) throw new Error("the partner of a session no longer exists");
    return { id: stored.keyId, key: apiKey, role };
  },
});

function limitsOf({ expiresAt, allowedAddresses }: Omit<Static<typeof CreateKeyBody>, "role">, nowMs: number) {
  const networks = parseAllowedAddresses(allowedAddresses ?? []);
  if (!networks) throw invalid("allowedAddresses", "must be IP addresses or networks, for example 203.0.113.0/24");
  const expiry = expiresAt ? new Date(expiresAt) : null;
  if (expiry && !(expiry.getTime() > nowMs)) throw invalid("expiresAt", "must be a time in the future");
  return { expiresAt: expiry, allowedAddresses: networks };
}

const invalid = (field: string, message: string): RequestError =>
  new RequestError("params_validation", { issues: [{ field, message }] });

export const revokeKey = endpoint({
  route: `DELETE ${PATH}/:id`,
  caller: "console",
  console: OWNERS,
  asksForKeyAgain: true,
  response: [200, KeyRevoked],
  uses: ["keyRecords"],
  async handle({ keyRecords }, { caller, params: { id } }) {
    const outcome = await keyRecords.revokeOwn(caller.partnerId, id, byCaller(caller));
    if (outcome === "not_found") throw new RequestError("not_found");
    if (outcome === "is_last") {
      throw new RequestError("invalid_state", {
        message: "This is the last live key with the role partner: create another one first",
      });
    }
    return { id, revoked: true as const };
  },
});
