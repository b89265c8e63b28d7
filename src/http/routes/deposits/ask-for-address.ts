import { depositAsset } from "../../../contract/deposits/deposits.ts";
import { askForAddress as ask } from "../../../operations/deposits/ask-for-address.ts";
import { SELLERS_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { ADDRESS_ENDPOINT, addressAnswer } from "./address-endpoint.ts";

export const askForAddress = endpoint({
  ...ADDRESS_ENDPOINT,
  id: "askForDepositAddress",
  tag: "Payments",
  summary: "Get an address to which anyone can send the asset",
  route: "POST /v1/payments/:id/deposit",
  caller: "partner",
  console: SELLERS_AND_TILLS,
  isForPos: true,
  merchant: "optional",
  async handle(services, call) {
    const ports = { ...services, payments: ownedPayments(services.payments, call) };
    return addressAnswer(await ask(ports, call.params.id, depositAsset(call.body), () => {}));
  },
});
