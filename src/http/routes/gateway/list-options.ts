import {
  collectDataToWire,
  Options,
  OptionsBody,
  OptionsQuery,
  optionToWire,
  paymentInfo,
} from "../../../contract/gateway.ts";
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
    const wire = options?.map((listed) => toWire(listed, settings.publicUrl)) ?? null;
    return {
      options: wire,
      // Wallets look here first: whether anything is asked for at all.
      collectData: wire?.find(({ collectData }) => collectData)?.collectData ?? null,
      info: query.includePaymentInfo || body.includePaymentInfo ? paymentInfo(payment, settings.publicUrl) : null,
    };
  },
});

const toWire = ({ id, option, asset, chain, form }: ListedOption, publicUrl: string) =>
  optionToWire(id, option, { asset, chain }, chain.etaS, form === null ? null : collectDataToWire(form, publicUrl));
