// What `turnpike/client` exports.
export { ApiError, type Issue, NoAnswerError } from "./errors.ts";
export { createGatewayClient, type GatewayCaller, type GatewayClient, type GatewayClientOptions } from "./gateway.ts";
export { isPaymentLink, parsePaymentLink, type TrustedHosts } from "./link.ts";
export { createPartnerClient, type PartnerClient, type PartnerClientOptions } from "./partner.ts";
