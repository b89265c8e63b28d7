// Simulates a buyer's coin payment before it is handed out: the destination or the fee receiver may refuse coin.
import type { Option } from "../../../payment/option.ts";
import type { Connection } from "../nodes/client.ts";
import { endpointFailureIn, isExecutionFailure } from "../nodes/errors.ts";
import { payByTransactionData } from "../router/router-call.ts";

/** False only if the chain executes the payment and it fails; a chain that does not respond proves nothing. */
export const coinPaymentTester =
  ({ client }: Connection) =>
  async ({ terms }: Option): Promise<boolean> => {
    const { payer: account, router: to, amount: value } = terms;
    try {
      await client.call({ account, to, value, data: payByTransactionData(terms) });
      return true;
    } catch (error) {
      const answer = endpointFailureIn(error)?.answer;
      return !(answer && isExecutionFailure(answer));
    }
  };
