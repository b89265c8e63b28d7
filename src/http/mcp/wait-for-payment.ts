import Type, { type Static } from "typebox";
import { StatusResult } from "../../contract/payments/payments.ts";
import * as wire from "../../contract/primitives.ts";
import { getStatus } from "../routes/payments/get-status.ts";
import { pick } from "./payment-fields.ts";
import { paymentId, READS, tool } from "./tool.ts";

/** Below the 60 s after which clients of MCP and proxies give up. */
const WAIT_S_MAX = 45;
const WAIT_S_DEFAULT = 20;
const MS_PER_S = 1_000;

const FACTS = ["status", "isFinal", "failureCode", "info"] as const;

export const waitForPayment = tool({
  name: "wait_for_payment",
  title: "Wait for a payment",
  description:
    "Waits until a payment's status changes, or until the time is up, and returns the status. Call it again while " +
    "`isFinal` is false and you still have to wait.",
  endpoint: getStatus,
  annotations: READS,
  input: wire.closed({
    paymentId,
    waitS: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: WAIT_S_MAX,
        default: WAIT_S_DEFAULT,
        description: `seconds to wait at most, an integer from 0 to ${WAIT_S_MAX}`,
      }),
    ),
  }),
  output: Type.Object({ paymentId: Type.String(), ...pick(StatusResult.properties, FACTS) }),
  async call(api, { paymentId: id, waitS = WAIT_S_DEFAULT }) {
    const status = await api.send<Static<typeof StatusResult>>({
      method: "GET",
      path: getStatus.path.replace(":id", encodeURIComponent(id)),
      query: { maxPollMs: waitS * MS_PER_S },
    });
    return { paymentId: id, ...pick(status, FACTS) };
  },
});
