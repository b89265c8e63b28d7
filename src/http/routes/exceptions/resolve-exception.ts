import { Exception, exceptionToWire, ResolveBody } from "../../../contract/payments/exceptions.ts";
import { resolveException as resolve } from "../../../operations/payments/resolve-exception.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { EXCEPTION, UPDATED_AT } from "../../openapi/example-values.ts";
import { exceptionDisplay } from "../../payments/shown-asset.ts";
import { byCaller, creatorOf } from "../../request/merchant-actor.ts";

const NOTE = "Sent back by hand on Monday";

export const resolveException = endpoint({
  id: "resolveException",
  tag: "Payments",
  summary: "Mark an exception as handled",
  about:
    "Ends an exception with a note for your records. No money moves, and the payment's status stays. A repeat with the " +
    "same note gets the same response.",
  route: "POST /v1/exceptions/:id/resolve",
  caller: "partner",
  console: MANAGERS,
  idempotency: "optional",
  request: { body: ResolveBody },
  response: [200, Exception],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { sentBack: { note: NOTE } },
    responses: {
      resolved: {
        ...EXCEPTION,
        status: "resolved",
        resolvedAt: UPDATED_AT,
        resolution: { type: "note", note: NOTE, by: { type: "server", id: "key_06gzjr7b", name: "Shop" } },
      },
    },
  },
  uses: ["exceptions", "chains"],
  handle: ({ chains }, call) =>
    call.once(async ({ exceptions }) => {
      const { caller, body, params } = call;
      const place = { partnerId: caller.partnerId, merchantIds: caller.merchantIds, id: params.id };
      const handled = { note: body.note, by: creatorOf(caller) };
      return exceptionToWire(await resolve({ exceptions }, place, handled, byCaller(caller)), exceptionDisplay(chains));
    }),
});
