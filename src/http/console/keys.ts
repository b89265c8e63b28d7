// A partner's API keys. Creating or revoking one requires the key itself besides the session.
import { CreateKeyBody, KeyCreated, KeyRevoked, Keys, keyShown } from "../../contract/console.ts";
import { newApiKey } from "../../merchant/api-key.ts";
import { endpoint } from "../endpoint.ts";
import { byCaller } from "../merchant-actor.ts";
import { RequestError } from "../request-error.ts";
import { CONSOLE_API } from "../session-cookie.ts";

const PATH = `${CONSOLE_API}/keys`;

export const listKeys = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  gives: [200, Keys],
  uses: ["keyRecords"],
  handle: async ({ keyRecords }, { caller }) => ({ keys: (await keyRecords.list(caller.partnerId)).map(keyShown) }),
});

export const createKey = endpoint({
  route: `POST ${PATH}`,
  caller: "console",
  asksForKeyAgain: true,
  takes: { body: CreateKeyBody },
  gives: [201, KeyCreated],
  uses: ["keyRecords"],
  async handle({ keyRecords }, { caller, body: { role, label } }) {
    const { apiKey, hash, prefix } = newApiKey(role);
    const key = { partnerId: caller.partnerId, role, hash, prefix, ...(label !== undefined && { label }) };
    const stored = await keyRecords.insert(key, byCaller(caller));
    if (!stored) throw new Error("the partner of a session no longer exists");
    return { id: stored.keyId, key: apiKey, role };
  },
});

export const revokeKey = endpoint({
  route: `DELETE ${PATH}/:id`,
  caller: "console",
  asksForKeyAgain: true,
  gives: [200, KeyRevoked],
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
