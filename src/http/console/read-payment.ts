// One payment, without naming its merchant: the interface's own details want the header Merchant-Id, and tell less.
import { ConsolePayment, consolePayment } from "../../contract/console-payment.ts";
import { readOpenPayment } from "../../operations/read-payment.ts";
import { endpoint } from "../endpoint.ts";
import { ownedPayments } from "../owned-payments.ts";
import { CONSOLE_API } from "../session-cookie.ts";
import { shownAssets } from "../shown-asset.ts";

export const readPayment = endpoint({
  route: `GET ${CONSOLE_API}/payments/:id`,
  caller: "console",
  gives: [200, ConsolePayment],
  uses: ["payments", "chains"],
  async handle(services, call) {
    const payment = await readOpenPayment(ownedPayments(services.payments, call), call.params.id);
    return consolePayment(payment, shownAssets(services.chains), call.settings.publicUrl);
  },
});
