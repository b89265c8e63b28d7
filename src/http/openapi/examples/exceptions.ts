import type { ExamplesById } from "./example.ts";
import { PAYMENT_ID, TOKEN, TX_ID, UPDATED_AT } from "./values.ts";

export const EXCEPTION_EXAMPLES: ExamplesById = {
  listExceptions: {
    answers: {
      paidLate: {
        data: [
          {
            id: "exc_06gzjr7b",
            paymentId: PAYMENT_ID,
            kind: "late",
            amount: TOKEN,
            transaction: { networkId: "8453", hash: TX_ID },
            message: "The money came after the payment had expired",
            createdAt: UPDATED_AT,
            resolvedAt: null,
          },
        ],
        nextCursor: null,
      },
    },
  },
};
