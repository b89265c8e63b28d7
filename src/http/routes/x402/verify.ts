import { FacilitatorBody, readFacilitated, VerifyResult } from "../../../contract/x402/facilitator.ts";
import { verifyTransfer } from "../../../operations/x402/verify-transfer.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER_ADDRESS, FACILITATED } from "../../openapi/example-values.ts";
import { transferCaller } from "./transfer-caller.ts";

export const verifyX402 = endpoint({
  id: "verifyX402",
  tag: "x402",
  summary: "Verify what a program has signed for your server",
  about:
    "As `@x402/core`'s HTTPFacilitatorClient calls it. Writes nothing. A refusal is a success with `isValid: false` and " +
    "x402's reason.",
  route: "POST /x402/verify",
  caller: "partner",
  merchant: "optional",
  request: { body: FacilitatorBody },
  response: [200, VerifyResult],
  examples: {
    requests: { usdc: FACILITATED },
    responses: {
      valid: { isValid: true, payer: BUYER_ADDRESS },
      poor: { isValid: false, invalidReason: "insufficient_funds", payer: BUYER_ADDRESS },
    },
  },
  uses: [
    "payments",
    "idempotency",
    "destinations",
    "chains",
    "chainAvailability",
    "screening",
    "log",
    "throttle",
    "nowS",
  ],
  async handle(services, call) {
    const asked = readFacilitated(call.body);
    if (typeof asked === "string") return { isValid: false, invalidReason: asked };
    const reason = await verifyTransfer(services, transferCaller(call), asked);
    const payer = asked.transfer.from;
    return reason === null ? { isValid: true, payer } : { isValid: false, invalidReason: reason, payer };
  },
});
