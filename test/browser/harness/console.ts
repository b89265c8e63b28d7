// Opens console pages with a session.
import type { Page } from "playwright-core";
import { CONSOLE_API, OWN_PAGE } from "../../harness/server/console.ts";
import type { TestServer } from "../../harness/server/server.ts";
import type { TestUser } from "../../harness/server/users.ts";
import { expectAccessible } from "./axe.ts";
import { openPage, originOf, type PageOptions } from "./page.ts";

interface ConsoleOptions extends Omit<PageOptions, "server"> {
  readonly server: TestServer;
  /** Path below /console. */
  readonly path?: string;
  /** Defaults to the partner's own key. */
  readonly apiKey?: string;
  /** The user whose session is used, instead of one with a key. */
  readonly user?: Pick<TestUser, "cookie">;
}

/** Opens a console page, signed in as a user or with a key; desktop-sized by default. */
export async function openConsole({
  server,
  path = "",
  apiKey = server.apiKey,
  user,
  ...options
}: ConsoleOptions): Promise<Page> {
  const page = await openPage({ server, viewport: "desktop", ...options });
  if (user) await takeSessionOf(page, server, user);
  else await signInBehind(page, server, apiKey);
  await page.goto(`/console${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

async function takeSessionOf(page: Page, server: TestServer, user: Pick<TestUser, "cookie">): Promise<void> {
  const [name = "", value = ""] = user.cookie.split("=");
  await page.context().addCookies([{ name, value, url: `${originOf(server)}/console` }]);
}

/** Gives the page's browser a session without the sign-in form. */
export async function signInBehind(page: Page, server: TestServer, apiKey: string): Promise<void> {
  const origin = originOf(server);
  const answer = await page.request.post(`${origin}${CONSOLE_API}/session`, {
    data: { apiKey },
    headers: { ...OWN_PAGE, origin },
  });
  if (!answer.ok()) throw new Error(`not signed in: ${await answer.text()}`);
}

/** Checks light and dark mode. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await expectAccessible(page);
  }
}
