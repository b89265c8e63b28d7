// The page of an invitation's link that was used, replaced, or has expired.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";
import { newUser } from "../../harness/server/users.ts";
import { expectAccessibleInBoth } from "../harness/console.ts";
import { openPage, originOf, type PageOptions } from "../harness/page.ts";
import { takePictures } from "../harness/picture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const open = (options: Omit<PageOptions, "server"> = {}) =>
  openPage({ server, allows: [{ kind: "console", what: /404/, why: "the link was used" }], ...options });

const USED = `/console/join#${"A".repeat(43)}`;

test("a used link leads to the sign-in, without a request id or advice about URLs", async () => {
  const page = await open({ viewport: "narrow" });
  await page.goto(USED);
  await page.getByText("This link no longer works").waitFor();
  await takePictures(page, "console-join-ended");
  await expectAccessibleInBoth(page);
  expect(await page.getByText(/Request ID|Check the URL/).count()).toBe(0);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Email address").waitFor();
  expect(page.url()).toMatch(/\/console$/);
});

test("a used link leads somebody who is signed in to the console, in their language", async () => {
  const user = await newUser(server, server.apiKey, { role: "reader" });
  const page = await open({ locale: "ar" });
  const [name = "", value = ""] = user.cookie.split("=");
  await page.context().addCookies([{ name, value, url: `${originOf(server)}/console` }]);
  await page.goto(USED);
  await page.getByText("لم يعد هذا الرابط صالحًا").waitFor();
  await page.getByRole("button", { name: "فتح لوحة التحكم" }).click();
  await page.getByRole("navigation").first().waitFor();
});
