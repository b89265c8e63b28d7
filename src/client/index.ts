// What `turnpike/client` exports.
export { ApiError, type Issue, NoAnswerError } from "./errors.ts";
export { createPartnerClient, type PartnerClient, type PartnerClientOptions } from "./partner.ts";
