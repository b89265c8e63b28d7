// One payment for the console: unlike GET /v1/payments/:id it needs no Merchant-Id, and it shows more.

import { ConsolePayment, consolePayment } from "../../../contract/console/payment.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { EVERYBODY_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const readPayment = endpoint({
  route: `GET ${CONSOLE_API}/payments/:id`,
  caller: "console",
  console: EVERYBODY_AND_TILLS,
  response: [200, ConsolePayment],
  uses: ["payments", "chains", "receiptNumbers"],
  async handle(services, call) {
    const payment = await readOpenPayment(ownedPayments(services.payments, call), call.params.id);
    const receipt = payment.createdBy.type === "till" ? await services.receiptNumbers.find(payment) : null;
    return consolePayment(payment, shownAssets(services.chains), call.settings.publicUrl, receipt);
  },
});
