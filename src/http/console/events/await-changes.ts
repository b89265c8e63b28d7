// Long poll for changed payments, which keeps the lists on screen up to date.

import { Changed, ChangesQuery } from "../../../contract/console/records.ts";
import { type ChangesPlace, awaitChanges as wait } from "../../../operations/payments/await-changes.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { waitOf } from "../../limits/long-polls.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import { sessionLives } from "../people/session.ts";

export const awaitChanges = endpoint({
  route: `GET ${CONSOLE_API}/changes`,
  caller: "console",
  console: EVERYBODY,
  isBackground: true,
  request: { query: ChangesQuery },
  response: [200, Changed],
  uses: ["lists", "feed", "sessions", "cursorKeys"],
  async handle(services, call) {
    const { partnerId } = call.caller;
    const scope = { list: "changes", partnerId, filter: null };
    const { after } = call.query;
    const since = after === undefined ? null : toPlace(openCursor(services.cursorKeys, scope, after, 2));
    // A session that has ended since, or whose key was revoked, must see no later changes.
    const mayGoOn = () => sessionLives(services, call.caller);
    const { place, paymentIds, isComplete } = await wait(services, call.caller, since, { ...waitOf(call), mayGoOn });
    if (since && !(await mayGoOn())) throw new RequestError("unauthorized", { message: "The session has ended" });
    return {
      cursor: sealCursor(services.cursorKeys, scope, fromPlace(place)),
      paymentIds: [...paymentIds],
      isComplete,
    };
  },
});

/** The second column was of earlier versions, whose processes may still read it. */
const fromPlace = ({ last }: ChangesPlace): string[] => [last.toString(), ""];

const toPlace = ([last = "0"]: readonly string[]): ChangesPlace => ({ last: BigInt(last) });
