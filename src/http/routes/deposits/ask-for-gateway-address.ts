import { depositAsset } from "../../../contract/deposits/deposits.ts";
import { askForAddress } from "../../../operations/deposits/ask-for-address.ts";
import { endpoint } from "../../endpoint.ts";
import { ADDRESS_ENDPOINT, addressAnswer } from "./address-endpoint.ts";

export const askForGatewayAddress = endpoint({
  ...ADDRESS_ENDPOINT,
  id: "askForGatewayDepositAddress",
  tag: "Gateway",
  summary: "Get an address to which anyone can send the asset, as the buyer",
  route: "POST /v1/gateway/payment/:id/deposit",
  caller: "wallet",
  async handle(services, { params, body, admitAddress }) {
    return addressAnswer(await askForAddress(services, params.id, depositAsset(body), admitAddress));
  },
});
