// What `turnpike/client` exports.

export type { PaymentContracts } from "./contracts.ts";
export { ApiError, type Issue, NoAnswerError } from "./errors.ts";
export { createGatewayClient, type GatewayCaller, type GatewayClient, type GatewayClientOptions } from "./gateway.ts";
export { isPaymentLink, parsePaymentLink, type TrustedHosts } from "./link.ts";
export { createPartnerClient, type PartnerClient, type PartnerClientOptions } from "./partner.ts";
export {
  type PaymentInfo,
  type PaymentOption,
  type PaymentResult,
  type PayOptions,
  type PayProgress,
  pay,
} from "./pay.ts";
export { PayError, type PayErrorReason } from "./pay-error.ts";
export type { Provider, ViemWallet, Wallet } from "./wallets.ts";
