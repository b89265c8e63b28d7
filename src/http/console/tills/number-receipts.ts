// Gives the caller's paid sales their receipt numbers.

import { NumberReceiptsBody, ReceiptNumbers } from "../../../contract/console/tills.ts";
import { dayIn, isTimeZone } from "../../../merchant/till.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const numberReceipts = endpoint({
  route: `POST ${CONSOLE_API}/receipt-numbers`,
  caller: "console",
  console: TILLS,
  isBackground: true,
  request: { body: NumberReceiptsBody },
  response: [200, ReceiptNumbers],
  uses: ["receiptNumbers"],
  async handle({ receiptNumbers }, { caller, body: { since, timeZone } }) {
    if (!isTimeZone(timeZone))
      throw invalid([{ field: "timeZone", message: "must be a time zone such as Europe/Berlin" }]);
    const till = { partnerId: caller.partnerId, tillId: caller.keyId };
    return { receipts: [...(await receiptNumbers.number(till, new Date(since), dayIn(timeZone)))] };
  },
});
