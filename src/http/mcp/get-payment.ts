import Type, { type Static } from "typebox";
import { ConsolePayment } from "../../contract/console/payment.ts";
import { Timeline } from "../../contract/console/timeline.ts";
import type { Exceptions } from "../../contract/payments/exceptions.ts";
import * as wire from "../../contract/primitives.ts";
import { readPayment } from "../console/payments/read-payment.ts";
import { readTimeline } from "../console/payments/read-timeline.ts";
import { listExceptions } from "../routes/exceptions/list-exceptions.ts";
import { getPayment as getDetails } from "../routes/payments/get-payment.ts";
import { showException, shownException } from "./list-exceptions.ts";
import { mounted } from "./mounted.ts";
import { pick, shownPayment, showPayment } from "./payment-fields.ts";
import { paymentId, READS, tool } from "./tool.ts";
import { whyUnpaid } from "./why-unpaid.ts";

const EXTRA = ["expiresAt", "gatewayUrl", "failureCode", "cancelledReason"] as const;

/** The event's data is left out: it may hold others' text. */
const EVENT = ["at", "type", "status"] as const;

export const getPayment = tool({
  name: "get_payment",
  title: "Get a payment, and why it is not paid",
  description:
    "Everything about one payment: its amounts, its history, its state on chain, its refunds and its exceptions " +
    "(money that does not match its status). `whyUnpaid` says why the money has not arrived; it is empty once it has.",
  endpoint: getDetails,
  annotations: READS,
  input: wire.closed({ paymentId }),
  output: Type.Object({
    payment: Type.Object({ ...shownPayment.properties, ...pick(ConsolePayment.properties, EXTRA) }),
    whyUnpaid: Type.Array(Type.Object({ code: Type.String(), text: Type.String() })),
    history: Type.Array(Type.Object(pick(Timeline.properties.events.items.properties, EVENT))),
    chain: Timeline.properties.chain,
    exceptions: Type.Array(shownException),
  }),
  async call(api, { paymentId: id }) {
    const at = (path: string): string => path.replace(":id", encodeURIComponent(id));
    const payment = await api.send<ConsolePayment>({ method: "GET", path: at(mounted(readPayment).path) });
    const timeline = await api.send<Timeline>({ method: "GET", path: at(mounted(readTimeline).path) });
    const query = { paymentId: id };
    const { data } = await api.send<Static<typeof Exceptions>>({ method: "GET", path: listExceptions.path, query });
    return {
      payment: { ...showPayment(payment), ...pick(payment, EXTRA) },
      whyUnpaid: whyUnpaid(payment, timeline, data),
      history: timeline.events.map((event) => pick(event, EVENT)),
      chain: timeline.chain,
      exceptions: data.map(showException),
    };
  },
});
