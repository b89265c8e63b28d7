import { Options, OptionsBody, OptionsQuery, optionToWire, paymentInfo } from "../../../contract/gateway.ts";
import { type ListedOption, listOptions as list } from "../../../operations/list-options.ts";
import { gatewayEndpoint } from "../../endpoint.ts";

export const listOptions = gatewayEndpoint({
  method: "POST",
  path: "/v1/gateway/payment/:id/options",
  query: OptionsQuery,
  body: OptionsBody,
  response: Options,
  async handle(services, { params, query, body, settings }) {
    const { payment, options } = await list(services, params.id, body.accounts);
    return {
      options: options === null ? null : options.map(toWire),
      collectData: null,
      info: query.includePaymentInfo || body.includePaymentInfo ? paymentInfo(payment, settings.publicUrl) : null,
    };
  },
});

const toWire = ({ id, option, asset, chain }: ListedOption) => optionToWire(id, option, { asset, chain }, chain.etaS);
