// The currencies of the payments that the caller may see, for the filter of the list.

import { Currencies } from "../../../contract/console/records.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";

export const listCurrencies = endpoint({
  route: `GET ${CONSOLE_API}/currencies`,
  caller: "console",
  console: EVERYBODY,
  response: [200, Currencies],
  uses: ["lists"],
  async handle({ lists }, { caller }) {
    const payments = [...(await lists.currencies(caller))];
    return { currencies: payments.sort(([, a], [, b]) => Number(b - a)).map(([currency]) => currency) };
  },
});
