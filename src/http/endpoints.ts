// Every endpoint of the API. The server, the specification and the tenant tests are derived from this table.
import type { DocumentedEndpoint } from "./endpoint.ts";
import type { PublicRoute } from "./public-route.ts";
import { exportBooks } from "./routes/books/export-books.ts";
import { listClosedMonths } from "./routes/books/list-closed-months.ts";
import { cancelCharge } from "./routes/commerce/cancel-charge.ts";
import { createCharge } from "./routes/commerce/create-charge.ts";
import { getCharge } from "./routes/commerce/get-charge.ts";
import { listCharges } from "./routes/commerce/list-charges.ts";
import { askForAddress } from "./routes/deposits/ask-for-address.ts";
import { askForGatewayAddress } from "./routes/deposits/ask-for-gateway-address.ts";
import { getEvent } from "./routes/events/get-event.ts";
import { listEvents } from "./routes/events/list-events.ts";
import { listExceptions } from "./routes/exceptions/list-exceptions.ts";
import { resolveException } from "./routes/exceptions/resolve-exception.ts";
import { cancelPayment as cancelAsBuyer } from "./routes/gateway/cancel-payment.ts";
import { confirmPayment } from "./routes/gateway/confirm-payment.ts";
import { getPayment as getPaymentInfo } from "./routes/gateway/get-payment.ts";
import { getStatus as getStatusAsBuyer } from "./routes/gateway/get-status.ts";
import { listOptions } from "./routes/gateway/list-options.ts";
import { resolveBuild } from "./routes/gateway/resolve-build.ts";
import { PROBES } from "./routes/health.ts";
import { jwks } from "./routes/jwks.ts";
import { listLegacyPayments } from "./routes/legacy/list-payments.ts";
import { logo } from "./routes/logo.ts";
import { createPayment as createMerchantPayment } from "./routes/merchant-payment/create-payment.ts";
import { getPayment as getMerchantPayment } from "./routes/merchant-payment/get-payment.ts";
import { getStatus as getMerchantPaymentStatus } from "./routes/merchant-payment/get-status.ts";
import { changeCryptoSettlement } from "./routes/merchants/change-crypto-settlement.ts";
import { createCryptoSettlements } from "./routes/merchants/create-crypto-settlements.ts";
import { createMerchant } from "./routes/merchants/create-merchant.ts";
import { deleteCryptoSettlement } from "./routes/merchants/delete-crypto-settlement.ts";
import { deleteMerchant } from "./routes/merchants/delete-merchant.ts";
import { getMerchant } from "./routes/merchants/get-merchant.ts";
import { listMerchants } from "./routes/merchants/list-merchants.ts";
import { listMerchantPayments } from "./routes/merchants/list-payments.ts";
import { listSettlements } from "./routes/merchants/list-settlements.ts";
import { updateMerchant } from "./routes/merchants/update-merchant.ts";
import { appLinks } from "./routes/pages/app-links.ts";
import { brand } from "./routes/pages/brand.ts";
import { buyerDataForm, buyerDataFormScript, submitBuyerDataForm } from "./routes/pages/buyer-data-form.ts";
import { cancelOnCheckout, checkoutByPath, checkoutByQuery, depositOnCheckout } from "./routes/pages/checkout.ts";
import { claimFormAgain, claimOnCheckout } from "./routes/pages/claim-on-checkout.ts";
import { consolePages } from "./routes/pages/console.ts";
import { embed } from "./routes/pages/embed.ts";
import { favicon, icon } from "./routes/pages/icon.ts";
import { mailFormAgain, mailReceipt } from "./routes/pages/mail/receipt.ts";
import { askToStopMail, stopMail } from "./routes/pages/mail/stop.ts";
import { paymentLinkPage, submitPaymentLink } from "./routes/pages/payment-link.ts";
import { receiptFile } from "./routes/pages/receipt-file.ts";
import { robots } from "./routes/pages/robots.ts";
import { createPaymentLink } from "./routes/payment-links/create-link.ts";
import { deletePaymentLink } from "./routes/payment-links/delete-link.ts";
import { getPaymentLink } from "./routes/payment-links/get-link.ts";
import { listPaymentLinks } from "./routes/payment-links/list-links.ts";
import { updatePaymentLink } from "./routes/payment-links/update-link.ts";
import { cancelPayment } from "./routes/payments/cancel-payment.ts";
import { createPayment } from "./routes/payments/create-payment.ts";
import { getPayment } from "./routes/payments/get-payment.ts";
import { getReceipt } from "./routes/payments/get-receipt.ts";
import { getStatus } from "./routes/payments/get-status.ts";
import { listPayments } from "./routes/payments/list-payments.ts";
import { cancelRefund } from "./routes/refunds/cancel-refund.ts";
import { claimRefundAddress } from "./routes/refunds/claim-address.ts";
import { completeRefund } from "./routes/refunds/complete-refund.ts";
import { createRefund } from "./routes/refunds/create-refund.ts";
import { acceptRefundAddress, rejectRefundAddress } from "./routes/refunds/decide-address.ts";
import { getRefund } from "./routes/refunds/get-refund.ts";
import { listRefunds } from "./routes/refunds/list-refunds.ts";
import { versions } from "./routes/versions.ts";
import { createWebhookEndpoint } from "./routes/webhooks/create-endpoint.ts";
import { deleteWebhookEndpoint } from "./routes/webhooks/delete-endpoint.ts";
import { getWebhookDelivery } from "./routes/webhooks/get-delivery.ts";
import { getWebhookEndpoint } from "./routes/webhooks/get-endpoint.ts";
import { listWebhookDeliveries } from "./routes/webhooks/list-deliveries.ts";
import { listWebhookEndpoints } from "./routes/webhooks/list-endpoints.ts";
import { replayWebhookEvents } from "./routes/webhooks/replay-events.ts";
import { retryWebhookDelivery } from "./routes/webhooks/retry-delivery.ts";
import { rotateWebhookSecret } from "./routes/webhooks/rotate-secret.ts";
import { testWebhookEndpoint } from "./routes/webhooks/test-endpoint.ts";
import { updateWebhookEndpoint } from "./routes/webhooks/update-endpoint.ts";
import { payByX402 } from "./routes/x402/pay.ts";
import { payLinkByX402 } from "./routes/x402/pay-link.ts";
import { settleX402 } from "./routes/x402/settle.ts";
import { getSupportedX402 } from "./routes/x402/supported.ts";
import { verifyX402 } from "./routes/x402/verify.ts";

export const ENDPOINTS: readonly DocumentedEndpoint[] = [
  createMerchant,
  listMerchants,
  getMerchant,
  updateMerchant,
  deleteMerchant,
  listSettlements,
  createCryptoSettlements,
  changeCryptoSettlement,
  deleteCryptoSettlement,

  createPayment,
  listPayments,
  listMerchantPayments,
  listLegacyPayments,
  getPayment,
  getStatus,
  getReceipt,
  cancelPayment,
  askForAddress,
  createRefund,
  listRefunds,
  getRefund,
  cancelRefund,
  acceptRefundAddress,
  rejectRefundAddress,
  completeRefund,

  createPaymentLink,
  listPaymentLinks,
  getPaymentLink,
  updatePaymentLink,
  deletePaymentLink,

  createMerchantPayment,
  getMerchantPayment,
  getMerchantPaymentStatus,

  createCharge,
  listCharges,
  getCharge,
  cancelCharge,

  verifyX402,
  settleX402,
  getSupportedX402,

  listExceptions,
  resolveException,

  exportBooks,
  listClosedMonths,

  listEvents,
  getEvent,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  listWebhookDeliveries,
  replayWebhookEvents,
  getWebhookDelivery,
  retryWebhookDelivery,

  getPaymentInfo,
  listOptions,
  resolveBuild,
  confirmPayment,
  askForGatewayAddress,
  claimRefundAddress,
  getStatusAsBuyer,
  cancelAsBuyer,
];

export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  ...PROBES,
  versions,
  jwks,
  logo,
  checkoutByPath,
  checkoutByQuery,
  cancelOnCheckout,
  claimOnCheckout,
  claimFormAgain,
  depositOnCheckout,
  receiptFile,
  mailFormAgain,
  mailReceipt,
  askToStopMail,
  stopMail,
  payByX402,
  payLinkByX402,
  paymentLinkPage,
  submitPaymentLink,
  buyerDataForm,
  submitBuyerDataForm,
  buyerDataFormScript,
  icon,
  favicon,
  robots,
  brand,
  embed,
  ...appLinks,
  ...consolePages,
];
