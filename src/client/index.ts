// The exports of `turnpike/client`.

export type {
  Receipt,
  ReceiptAmount,
  ReceiptTerms,
  ReceiptTransaction,
} from "../payment/receipts/receipt.ts";
export type { Step } from "./check-actions.ts";
export type { PaymentContracts } from "./contracts.ts";
export { ApiError, type Issue, NoAnswerError } from "./errors.ts";
export {
  type ConfirmBody,
  type ConfirmOptions,
  confirmPayment,
  type ExecuteOptions,
  type ExecuteProgress,
  executePayment,
  type KeptResults,
  type PaymentResult,
} from "./execute.ts";
export { createGatewayClient, type GatewayCaller, type GatewayClient, type GatewayClientOptions } from "./gateway.ts";
export { isPaymentLink, parsePaymentLink, type TrustedHosts } from "./link.ts";
export { createPartnerClient, type PartnerClient, type PartnerClientOptions } from "./partner.ts";
export { type PayOptions, type PayProgress, pay } from "./pay.ts";
export { PayError, type PayErrorReason } from "./pay-error.ts";
export {
  type PaymentInfo,
  type PaymentOption,
  type PreparedPayment,
  type PrepareOptions,
  preparePayment,
  type UnavailableAsset,
} from "./prepare.ts";
export {
  ReceiptError,
  type ReceiptErrorReason,
  type VerifyReceiptOptions,
  verifyReceipt,
} from "./receipts/verify-receipt.ts";
export { accountsOf, type NewChain, type NewChains, type Provider, type ViemWallet, type Wallet } from "./wallets.ts";
