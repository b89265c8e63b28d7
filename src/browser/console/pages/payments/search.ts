export const readPaymentSearch = (given: Record<string, unknown>): Record<string, unknown> => given;
