// A payment link in place of a payment id: this server's own is read, any other text is left alone.
import { expect, test } from "vitest";
import { paymentIdIn } from "../../src/http/steps/read-link.ts";

const SETTINGS = { publicUrl: "https://pay.example", payLinkHost: "link.example:8443" };
const once = encodeURIComponent;

test.each([
  "pay_1",
  once("https://pay.example/pay_1"),
  "https://pay.example/pay_1",
  once("https://pay.example/pay_1?lang=de#top"),
  once("https://pay.example/?pid=pay_1"),
  once("https://pay.example/?lang=de&pid=pay_1#top"),
  once("https://link.example:8443/pay_1"),
])("%s names pay_1", (text) => {
  expect(paymentIdIn(text, SETTINGS)).toBe("pay_1");
});

test.each([
  "",
  "other",
  "%E0%A4%A",
  "https://pay.example",
  once("https://pay.example/"),
  once("https://pay.example/docs"),
  once("https://pay.example.evil/pay_1"),
  once("https://pay.example@evil/pay_1"),
  once("https://evil/https://pay.example/pay_1"),
  once("http://pay.example/pay_1"),
  once("https://link.example/pay_1"),
  once(once("https://pay.example/pay_1")),
])("%s names no payment", (text) => {
  expect(paymentIdIn(text, SETTINGS)).toBe(text);
});
