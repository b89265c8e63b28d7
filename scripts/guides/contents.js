// The guides that a server shows at /docs, in the order of their navigation. `test/docs/guides.test.ts` finds pages of
// docs/ that are neither here nor left out.

/** The page that `docs/README.md` becomes. */
export const HOME = "/docs";

export const SECTIONS = [
  { title: "Start", files: ["docs/README.md", "docs/first-payment.md", "docs/test-payments.md"] },
  {
    title: "Take payments",
    files: [
      "docs/payment-links.md",
      "docs/embedding.md",
      "docs/deposits.md",
      "docs/webhooks.md",
      "docs/console.md",
      "docs/money.md",
    ],
  },
  {
    title: "Programs and wallets",
    files: ["docs/charge-for-your-api.md", "docs/mcp.md", "docs/wallets.md"],
  },
  {
    title: "Operations",
    files: [
      "docs/operations/README.md",
      "docs/operations/create-payment.md",
      "docs/operations/get-payment.md",
      "docs/operations/await-status.md",
      "docs/operations/cancel-payment.md",
      "docs/operations/list-payments.md",
      "docs/operations/refund-payment.md",
      "docs/operations/refunds.md",
      "docs/operations/receipts.md",
      "docs/operations/exceptions.md",
      "docs/operations/deposit-address.md",
      "docs/operations/payment-links.md",
      "docs/operations/merchants.md",
      "docs/operations/settlements.md",
      "docs/operations/logos.md",
      "docs/operations/events.md",
      "docs/operations/webhook-endpoints.md",
      "docs/operations/webhook-deliveries.md",
      "docs/operations/merchant-payment.md",
      "docs/operations/charges.md",
      "docs/operations/list-options.md",
      "docs/operations/resolve-build.md",
      "docs/operations/confirm-payment.md",
      "docs/operations/x402.md",
    ],
  },
  {
    title: "Libraries and examples",
    files: [
      "libraries/server/README.md",
      "libraries/client/README.md",
      "examples/shop/README.md",
      "examples/wallet/README.md",
      "examples/api/README.md",
      "integrations/medusa/README.md",
      "docs/coinbase-commerce.md",
    ],
  },
  {
    title: "Rules",
    files: ["docs/interface.md", "docs/security.md", "SECURITY.md", "CHANGELOG.md"],
  },
  {
    title: "Run Turnpike",
    files: [
      "docs/going-live.md",
      "docs/settings.md",
      "docs/commands.md",
      "docs/deploying.md",
      "docs/backup.md",
      "docs/point-in-time.md",
      "docs/high-availability.md",
      "docs/scaling.md",
      "docs/performance.md",
      "docs/runbook.md",
      "docs/troubleshooting.md",
    ],
  },
];

/** Where a server shows a file: `docs/operations/README.md` at `/docs/operations`. */
export const placeOf = (file) => {
  const named = file
    .replace(/^docs\//, "")
    .replace(/(^|\/)README\.md$/, "")
    .replace(/\.md$/, "");
  if (named === "") return HOME;
  return `${HOME}/${{ SECURITY: "reporting", CHANGELOG: "changes" }[named] ?? named}`;
};

export const FILES = SECTIONS.flatMap(({ files }) => files);
