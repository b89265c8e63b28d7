// Checks a page's accessibility with axe-core: WCAG 2.2 AA and best practices.
import type { AxeResults, Result } from "axe-core";
import axe from "axe-core";
import type { Frame, Page } from "playwright-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** @throws Error that names each violated rule, its element and the fix */
export async function expectAccessible(page: Page): Promise<void> {
  // Through the debugger, which the page's content security policy does not restrict.
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  const { violations } = await run(page.mainFrame());
  if (violations.length > 0)
    throw new Error(`${page.url()} is not accessible:\n\n${violations.map(told).join("\n\n")}`);
}

const run = (frame: Frame): Promise<AxeResults> =>
  frame.evaluate(
    (tags) =>
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly: { type: "tag", values: tags },
        resultTypes: ["violations"],
      }),
    TAGS,
  );

const told = ({ id, impact, help, nodes }: Result): string =>
  `${id} (${impact}): ${help}\n${nodes
    .map(({ target, html, failureSummary = "" }) => {
      const advice = failureSummary.split("\n").join("\n    ");
      return `  ${target.join(" ")}\n    ${html.slice(0, 200)}\n    ${advice}`;
    })
    .join("\n")}`;
