// What the Medusa provider imports from Medusa, which is too large for these tests; test/medusa runs the real one.
class MedusaError extends Error {
  static Types = { NOT_ALLOWED: "not_allowed", INVALID_DATA: "invalid_data" };
  constructor(_type: string, message: string) {
    super(message);
  }
}

class BigNumber {
  readonly bigNumber: { shiftedBy(digits: number): { integerValue(): { toFixed(): string }; toFixed(): string } };
  constructor(amount: number | string) {
    this.bigNumber = {
      shiftedBy: (digits) => {
        const text = (Number(amount) * 10 ** digits).toFixed(Math.max(0, -digits));
        return { integerValue: () => ({ toFixed: () => text }), toFixed: () => text };
      },
    };
  }
}

export default {
  AbstractPaymentProvider: class {},
  BigNumber,
  MedusaError,
  PaymentActions: {
    PENDING: "pending",
    SUCCESSFUL: "captured",
    FAILED: "failed",
    CANCELED: "canceled",
    NOT_SUPPORTED: "not_supported",
  },
  PaymentSessionStatus: { PENDING: "pending", CAPTURED: "captured", ERROR: "error", CANCELED: "canceled" },
};
