// /llms.txt: what the guides are, for programs that read them as Markdown (https://llmstxt.org).
import { guides, type ListedGuide } from "./guides.ts";

const SUMMARY =
  "Turnpike is a self-hosted payment gateway. A shop creates a payment over HTTP and sends the buyer to its page; the " +
  "buyer pays on chain with any wallet, and the money goes straight to the merchant.";

/** @param publicUrl of the server */
export const renderLlms = (publicUrl: string): string => `# Turnpike

> ${SUMMARY}

The API is described for programs by [the OpenAPI specification](${publicUrl}/openapi.json).

${guides()
  .sections.map(({ title, pages }) => `## ${title}\n\n${pages.map((page) => itemOf(page, publicUrl)).join("\n")}`)
  .join("\n\n")}
`;

const itemOf = ({ path, title, about }: ListedGuide, publicUrl: string): string =>
  `- [${title}](${publicUrl}${path}.md)${about === "" ? "" : `: ${about}`}`;
