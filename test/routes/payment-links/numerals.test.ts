// The suggested amount has the digits of its hint, and the page takes them back.
import { expect, test } from "vitest";
import { serverForFile } from "../setup.ts";
import { givenLink, LinkVisitor, OPEN } from "./given-links.ts";

const server = serverForFile();

test.each([
  ["ar-EG", "\u0661\u0662\u066b\u0665\u0660"],
  ["ar-AE", "12.50"],
  ["de-DE", "12,50"],
])("%s", async (language, suggested) => {
  const visitor = new LinkVisitor(server(), await givenLink(server(), { amount: OPEN }));
  const headers = { "accept-language": language };
  const page = await visitor.open(headers);
  const amount = /name="amount"[^>]* value="([^"]*)"/.exec(page.html)?.[1] ?? "";
  expect(amount).toBe(suggested);
  const { paymentId } = await visitor.send({ visitor: page.visitor, amount }, headers);
  expect(paymentId).toMatch(/^pay_/);
});
