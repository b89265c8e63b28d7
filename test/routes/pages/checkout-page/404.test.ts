import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();

test.each([
  ["/pay_unknown", "Payment not found"],
  [`/pay_${"x".repeat(500)}`, "Payment not found"],
  ["/?pid=pay_unknown", "Payment not found"],
  ["/?pid=a&pid=b", "Payment not found"],
  ["/?pid=", "There is nothing to pay here"],
  ["/", "There is nothing to pay here"],
  ["/?lang=de", "Hier gibt es nichts zu bezahlen"],
])("%s", async (path, heading) => {
  const { status, body, headers } = await server().call<string>({ path });
  expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(body).toContain(`<h1>${heading}</h1>`);
  expect(body).not.toContain('id="checkout"');
});
