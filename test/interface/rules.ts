import { row, type Section } from "./row.ts";

const AUTHENTICATION: Section = {
  title: "Authentication",
  rows: [
    row(
      "`Api-Key` is required on every endpoint",
      "routes/server/every-endpoint/401: no key",
      "tenants/matrix: without a key, with an unknown one and with a revoked one",
    ),
    row(
      "`X-Api-Key` on the deprecated list, where `Api-Key` works as well",
      "routes/payments/legacy-list-payments/200: accepts the key in X-Api-Key",
      "routes/server/every-endpoint/401: the key in X-Api-Key is…",
    ),
    row(
      "`Authorization: Bearer` with the same key",
      "routes/server/every-endpoint/401: the key as a bearer token is accepted, alone or with the same Api-Key",
      "routes/server/every-endpoint/401: with two different keys",
    ),
    row(
      "`Merchant-Id` is required on creation, details and the merchant's list",
      "routes/payments/create-payment/401: Merchant-Id %j is missing",
      "routes/payments/get-payment/401: without Merchant-Id",
      "routes/merchants/list-merchant-payments/401: without Merchant-Id",
    ),
    row(
      "`Idempotency-Key` is required for merchants and crypto settlements",
      "routes/merchants/create-merchant/400: no Idempotency-Key",
      "routes/merchants/create-crypto-settlements/400: no Idempotency-Key",
    ),
    row(
      "`Idempotency-Key` is optional for payments and ignored on reads",
      "routes/payments/create-payment/201: the same key and body, in any field order, is the same payment",
      "interface/headers: an Idempotency-Key on a read is ignored",
    ),
    row(
      "`App-Id` with `Client-Id` on the gateway",
      "routes/server/every-endpoint/401: an app id with a client id is accepted",
      "routes/gateway/options/200: a wallet app can authenticate with its public id",
    ),
    row(
      "`Sdk-Name`, `Sdk-Version` and `Sdk-Platform` are allowed everywhere",
      "interface/headers: the headers of an SDK change nothing",
    ),
    row(
      "another partner's data does not exist for the caller",
      "tenants/matrix: to the key of %s, its ids are treated as unknown",
    ),
  ],
};

const ERRORS: Section = {
  title: "Errors",
  rows: [
    row(
      "409 for a second refund",
      "routes/refunds/create-refund/409: a payment already refunded; with a key, the response is stored",
    ),
    row(
      "409 for an option whose quote has expired meanwhile",
      "routes/gateway/confirm/409: fetch and confirm of an option whose quote has expired",
      "flows/pay-at-a-rate: is 409 on fetch or confirm; a new quote pays",
    ),
    row("410 for an overdue payment", "routes/gateway/options/410: options, fetch and confirm of an overdue payment"),
    row(
      "4xx names the error and changes nothing",
      "routes/payments/create-payment/400: a number as value",
      "routes/server/every-endpoint/400: with a raw NUL",
      "fuzz/every-endpoint: returns only responses that the specification allows",
    ),
    row(
      "5xx is a server error and can be retried",
      "routes/server/500: a failing database",
      "routes/server/500: a temporary failure is 503 with Retry-After",
      "routes/refunds/create-refund/502: returns 502, and a repeat with the same key succeeds",
    ),
    row(
      "a client retries only after 5xx and lost connections: 3 times, from 100 ms with doubling delays",
      "client/partner: %j three times: the fourth attempt succeeds, and one payment is made",
      "client/partner: %i is not repeated",
      "client/gateway: lost responses: the confirm is repeated, and one payment is made",
    ),
    row(
      "`declined_user` marks a failed payment",
      "routes/gateway/confirm/451: a refused account ends the payment as declined_user, in every status",
    ),
    row(
      "a key used for another body is 409",
      "routes/payments/create-payment/409: a key already used for another body",
      "routes/merchants/create-merchant/409: a key already used for another merchant",
    ),
    row(
      "an asset registered twice is 409",
      "routes/merchants/create-crypto-settlements/409: the same asset twice, in different case",
    ),
  ],
};

const LIMITS: Section = {
  title: "Limits",
  rows: [
    row(
      "a page of payments: 50, at most 200, also in the deprecated list",
      "routes/payments/list-payments/200: fifty per page by default",
      "routes/payments/list-payments/400: limit=201",
      "routes/payments/legacy-list-payments/400: limit=201",
    ),
    row(
      "a page of merchants: 20, at most 100",
      "routes/merchants/list-merchants/200: returns twenty by default, and a total of all",
      "routes/merchants/list-merchants/400: a limit of 101",
    ),
    row(
      "an Idempotency-Key has at most 255 characters",
      "routes/payments/create-payment/400: longer than 255 characters",
      "routes/merchants/create-merchant/400: the Idempotency-Key '%s'",
    ),
    row(
      "a merchant's name has 1 to 256 characters",
      "routes/merchants/create-merchant/400: an empty name",
      "routes/merchants/create-merchant/400: a name that is too long",
    ),
    row(
      "a search for merchants has 1 to 256 characters",
      "routes/merchants/list-merchants/400: an empty search",
      "routes/merchants/list-merchants/400: a search that is too long",
    ),
    row(
      "1 to 50 settlements in a request",
      "routes/merchants/create-crypto-settlements/201: fifty at once",
      "routes/merchants/create-crypto-settlements/400: an empty list",
      "routes/merchants/create-crypto-settlements/400: 51 entries",
    ),
    row("a search for references has 3 to 35 characters", "routes/payments/list-payments/400: referenceId=ab"),
    row(
      "a payment expires after 5 minutes by default",
      "routes/payments/create-payment/201: returns the documented fields, payable for five minutes",
    ),
    row(
      "a logo: 2 MB, 500 to 4096 pixels square",
      "logos/prepare: an image is refused",
      "outbound/fetch-public: a file of exactly the limit is accepted",
    ),
    row(
      "`maxPollMs` is a whole number of milliseconds, 0 or more",
      "routes/gateway/status/400: maxPollMs=%s, on status and confirm",
      "routes/payments/get-payment-status/400: maxPollMs=%s",
    ),
  ],
};

const VERSIONS: Section = {
  title: "Versions",
  rows: [
    row(
      "two versions are published: a date, and a date with `.preview`",
      "contract/versions: %s is published",
      "contract/versions: '%s' is not well-formed",
    ),
    row(
      "a partner is pinned to one, which applies by default",
      "store/people/revoked-keys: a partner's new version applies to keys that are in use",
      "contract/versions: new partners are pinned to the first",
    ),
    row(
      "`Pay-Version` selects another one for a request",
      "routes/server/every-endpoint/400: either header sets the version %s",
      "routes/server/every-endpoint/400: the version %s is unknown",
    ),
  ],
};

const PAYMENT_LINKS: Section = {
  title: "Payment links",
  rows: [
    row(
      "a link has a fixed amount, or one that buyers choose within bounds",
      "routes/payment-links/201: a link of a fixed amount has an address, defaults and no figures yet",
      "routes/payment-links/201: a link of an open amount keeps everything that was sent",
      "routes/payment-links/refused: %s is 400",
    ),
    row(
      "at most 1 000 links per partner",
      "routes/payment-links/refused: more than 1 000 links of a partner are 409, and deleted ones do not count",
    ),
    row(
      "only the page's form creates a payment, and the same form sent again none",
      "routes/pages/payment-link-page/page: views, previews, reloads and other methods create no payment",
      "routes/pages/payment-link-page/page: a browser that sends its form again, or comes back, reaches its open payment",
      "routes/pages/payment-link-page/page: a form on %s creates nothing and leads to the page",
    ),
    row(
      "programs pay a link by x402: each request without a signature creates a payment, and a signed one pays it once",
      "flows/x402/pay-link: a client pays a link twice: two payments of the link, each settled",
      "flows/x402/pay-link: an answer that is lost: the same payload gets it again, even once the link is deleted",
      "routes/x402/links: 400: an open amount and fields are named, and nothing is created",
    ),
    row(
      "`maxUses` holds for signed payments, however many buyers come at once; unpaid ones take no use",
      "flows/pay-by-link: strangers' unpaid payments take no use; of two buyers who confirm at once, one gets the last use",
      "flows/pay-by-link: no number of open payments closes a link without a limit",
    ),
    row(
      "the figures are those of the books",
      "flows/pay-by-link: two buyers pay amounts they choose; the link counts them, and the merchant has the money",
      "routes/payment-links/200: the figures count views, payments and what has been paid",
    ),
    row(
      "what a buyer enters is on the payment, sealed at rest, until it is erased",
      "routes/pages/payment-link-page/page: are shown to the merchant on the payment, encrypted at rest, and gone after erasure",
    ),
  ],
};

const EVENTS: Section = {
  title: "Events and webhooks",
  rows: [
    row(
      "an event shows its subject as it was then, in the version the partner was pinned to",
      "webhooks/events: a payment, from its creation to its refund, while its merchant is renamed and deleted",
      "webhooks/events: merchants and settlements",
      "webhooks/events: the version is the one the partner was pinned to",
    ),
    row(
      "a reader that resumes with `after` skips no event",
      "webhooks/events: a reader of after skips no event, while transactions commit in any order",
      "webhooks/events: a database restored in another cluster orders its new events after the old ones",
    ),
    row(
      "`maxPollMs` with `after` holds the response",
      "webhooks/events: a request with maxPollMs is held until there is an event",
    ),
    row("events are kept for 30 days", "webhooks/events: events older than 30 days are gone"),
    row(
      "an endpoint is https and public; its secret is shown once, and stored encrypted",
      "webhooks/endpoints: 400 for %s",
      "webhooks/endpoints: 201 with all fields; the secret is not shown again",
      "webhooks/endpoints: a repeat with the same Idempotency-Key gets the same secret, which is stored only sealed",
      "webhooks/endpoints: secrets are sealed anew with the first key, after which the former key can be removed",
    ),
    row("at most 20 endpoints", "webhooks/endpoints: 409 beyond 20 endpoints, however they are created"),
    row(
      "deliveries are signed as Standard Webhooks 1.0.0, anew at each attempt",
      "webhooks/delivery: every change of a payment arrives, verified by the unmodified standardwebhooks package",
      "webhooks/delivery: the timestamp and the signature are new at each attempt, and both secrets sign after a rotation",
    ),
    row(
      "every event arrives at least once",
      "webhooks/crashes: after kill -9 at %s, another process delivers every event",
      "webhooks/delivery: %s gets the event again",
    ),
    row(
      "ten attempts in 75.6 hours; `Retry-After` is honoured up to an hour",
      "webhooks/schedule: ten attempts in 75.6 hours, each delay 10 % more or less",
      "webhooks/delivery: asks for a pause with Retry-After gets it, up to an hour",
    ),
    row(
      "410 or five days of failures disable an endpoint",
      "webhooks/delivery: responds with 410 is disabled at once, and the partner's other endpoints hear of it",
      "webhooks/delivery: has failed for five days is disabled; one success starts the count anew",
    ),
    row(
      "at most four requests at a time, in order for each payment, and none waits for another endpoint",
      "webhooks/delivery: hangs gets at most four requests at a time, and delays no other endpoint",
      "webhooks/delivery: a later event of a payment waits for the first attempt of the earlier one, but not for its retries",
      "webhooks/crashes: two processes deliver each event once, and never more than four at a time",
    ),
    row(
      "addresses are judged at every attempt, and redirects are not followed",
      "outbound/post-public: a kept connection is reused only while DNS still names its address",
      "outbound/post-public: redirects are not followed, and only the beginning of a response is read",
    ),
    row(
      "retry, replay and test",
      "webhooks/delivery: a replay and a retry send the same event again, whatever other transactions run",
    ),
  ],
};

export const RULES: readonly Section[] = [AUTHENTICATION, ERRORS, LIMITS, VERSIONS, PAYMENT_LINKS, EVENTS];
