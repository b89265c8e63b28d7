// Shows what a key has made, and revokes it with all of that.
import { Made, MadeQuery, madeShown } from "../../../contract/console/made-by-key.ts";
import { endsActor, type MadeByKey } from "../../../merchant/made-by-key.ts";
import { KEY_READERS, OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

const PATH = `${CONSOLE_API}/keys/:id/made`;

const placeOf = ({ partnerId }: KeyCaller, keyId: string, { since }: { readonly since?: string }) => ({
  partnerId,
  keyId,
  since: since === undefined ? null : new Date(since),
});

export const getMadeByKey = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: KEY_READERS,
  request: { query: MadeQuery },
  response: [200, Made],
  uses: ["madeByKeys"],
  async handle({ madeByKeys }, { caller, params: { id }, query }) {
    const found = await madeByKeys.find(placeOf(caller, id, query));
    if (!found) throw new RequestError("not_found");
    return madeShown(found);
  },
});

export const endMadeByKey = endpoint({
  route: `DELETE ${PATH}`,
  caller: "console",
  console: OWNERS,
  asksForKeyAgain: true,
  request: { query: MadeQuery },
  response: [200, Made],
  uses: ["madeByKeys"],
  async handle({ madeByKeys }, { caller, params: { id }, query }) {
    const refuse = (found: MadeByKey) => refuseLockout(caller, found);
    const ended = await madeByKeys.end(placeOf(caller, id, query), byCaller(caller), refuse);
    if (!ended) throw new RequestError("not_found");
    return madeShown(ended);
  },
});

/** The console leaves somebody who can undo a mistake; the operator may end everything. @throws RequestError */
function refuseLockout({ keyId }: KeyCaller, found: MadeByKey): void {
  if (endsActor(found, keyId))
    throw refusal("This would end your own access: sign in with another key or account first");
  if (found.left.keys > 0) return;
  throw refusal("No live key with the role partner would be left: create another one first");
}

const refusal = (message: string): RequestError => new RequestError("invalid_state", { message });
