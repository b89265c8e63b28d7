// The guides that a server shows at /docs, in the order of their navigation.
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** The page that `docs/README.md` becomes. */
export const HOME = "/docs";

const SECTIONS = [
  {
    title: "Start",
    files: ["docs/README.md", "docs/first-payment.md", "docs/get-started.md", "docs/test-payments.md"],
  },
  {
    title: "Take payments",
    files: [
      "docs/payment-links.md",
      "docs/embedding.md",
      "docs/deposits.md",
      "docs/webhooks.md",
      "docs/mail.md",
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
      "docs/operations/books.md",
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
  { title: "API reference", files: [] },
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
      "docs/init.md",
      "docs/deploying.md",
      "docs/going-live.md",
      "docs/chains-file.md",
      "docs/market-rates.md",
      "docs/settings.md",
      "docs/commands.md",
      "docs/backup.md",
      "docs/point-in-time.md",
      "docs/upgrade.md",
      "docs/day-two.md",
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

/** For contributors only. */
const LEFT_OUT = ["docs/architecture.md", "docs/benchmarks.md"];
const FOLDERS = ["docs", "docs/operations"];

/**
 * @param root of the repository
 * @param reference the files of the API reference
 * @returns the navigation: the sections above, and the pages of docs/ that they do not name
 */
export function sectionsOf(root, reference) {
  const listed = SECTIONS.flatMap(({ files }) => files);
  const more = FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith(".md") && ![...listed, ...LEFT_OUT].includes(file))
    .sort();
  const sections = SECTIONS.map(({ title, files }) => ({ title, files: files.length > 0 ? files : reference }));
  return more.length > 0 ? [...sections, { title: "More", files: more }] : sections;
}
