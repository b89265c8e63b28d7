// Tills: paired by a short-lived code, listed and revoked.

import { NewTillBody, PairingCreated, TillRevoked, Tills, tillShown } from "../../../contract/console/tills.ts";
import { newPairingCode, PAIRING_LIFE_S } from "../../../merchant/till.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { refuseLimitedKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

const PATH = `${CONSOLE_API}/tills`;
const MS_PER_S = 1_000;

const tillMissing = (): RequestError => new RequestError("not_found", { message: "Till not found" });

/** The code is in the fragment, which browsers send to no server. */
const pairing = (id: string, code: string, publicUrl: string, nowMs: number): PairingCreated => ({
  id,
  code,
  url: `${publicUrl}/console/till#${code}`,
  expiresAt: new Date(nowMs + PAIRING_LIFE_S * MS_PER_S).toISOString(),
});

export const listTills = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: MANAGERS,
  response: [200, Tills],
  uses: ["tills"],
  handle: async ({ tills }, { caller }) => ({ tills: (await tills.list(caller)).map(tillShown) }),
});

export const createTill = endpoint({
  route: `POST ${PATH}`,
  caller: "console",
  console: MANAGERS,
  asksForKeyAgain: true,
  request: { body: NewTillBody },
  response: [201, PairingCreated],
  uses: ["tills", "nowMs"],
  async handle({ tills, nowMs }, { caller, body: { name, merchantId }, settings }) {
    refuseLimitedKey(caller);
    const { code, hash } = newPairingCode();
    const till = await tills.create(caller, { name, merchantId, pairHash: hash }, byCaller(caller));
    if (!till) throw invalid([{ field: "merchantId", message: "must be one of your merchants" }]);
    return pairing(till.id, code, settings.publicUrl, nowMs());
  },
});

/** Pairs another device, or replaces a code that has expired unused. */
export const pairTillAgain = endpoint({
  route: `POST ${PATH}/:id/pairing`,
  caller: "console",
  console: MANAGERS,
  asksForKeyAgain: true,
  response: [201, PairingCreated],
  uses: ["tills", "nowMs"],
  async handle({ tills, nowMs }, { caller, params: { id }, settings }) {
    refuseLimitedKey(caller);
    const { code, hash } = newPairingCode();
    if (!(await tills.pairAgain(caller, id, hash, byCaller(caller)))) throw tillMissing();
    return pairing(id, code, settings.publicUrl, nowMs());
  },
});

/** Urgent when a device is lost, so it asks for no proof. */
export const revokeTill = endpoint({
  route: `DELETE ${PATH}/:id`,
  caller: "console",
  console: MANAGERS,
  response: [200, TillRevoked],
  uses: ["tills"],
  async handle({ tills }, { caller, params: { id } }) {
    if (!(await tills.revoke(caller, id, byCaller(caller)))) throw tillMissing();
    return { id, revoked: true as const };
  },
});
