// Pages for buyers without a script: payment links and errors. They use the checkout's stylesheet, so that they look
// like it.
import { programStyles } from "./assets.ts";
import { ICONS } from "./checkout/icons.ts";
import { escaped, HEAD } from "./html.ts";
import { languageLinks } from "./language-links.ts";
import { directionOf, type Language } from "./messages/languages.ts";

interface PlainPage {
  readonly title: string;
  readonly language: Language;
  /** The page's own styles, after the checkout's. */
  readonly style: string;
  /** Path of this page, for its language links; empty: the address itself. */
  readonly path: string;
  /** "open" and "over": in two columns on a wide screen, as a payment. */
  readonly className: "alone" | "open" | "over";
  readonly body: string;
}

/** The class `ready` shows at once the parts that wait for the script on the checkout page. */
export const renderPlainPage = ({
  title,
  language,
  style,
  path,
  className,
  body,
}: PlainPage): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" class="ready">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
${programStyles("checkout")}
<style>${style}</style>
</head>
<body>
<main class="${className}">
${body}
</main>
<footer>${languageLinks(language, path)}</footer>
</body>
</html>
`;

interface Ending {
  readonly kind: "check" | "question" | "cross" | "clock";
  /** The title as HTML, like the rest. */
  readonly title: string;
  readonly text: string;
  /** The reader's next step. */
  readonly more?: string;
}

const LOOKS: Partial<Record<Ending["kind"], string>> = { check: "good", cross: "bad" };

/** The content of a page without anything to do on it. */
export const renderEnding = ({ kind, title, text, more = "" }: Ending): string =>
  `<section class="outcome end ${LOOKS[kind] ?? ""}">
${ICONS[kind]}
<h1>${title}</h1>
<p class="text">${text}</p>
${more}
</section>`;
