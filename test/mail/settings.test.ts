// The settings of mail: what a URL and a sender may be.
import { expect, test } from "vitest";
import { mailAddress } from "../../src/mail/address.ts";
import { parseMailSender, parseSmtpUrl } from "../../src/mail/smtp-server.ts";

test("a URL names the server, how TLS begins, and the login", () => {
  expect(parseSmtpUrl("smtp://mail.example")).toEqual({
    host: "mail.example",
    port: 587,
    isSecure: false,
    needsTls: true,
    login: null,
  });
  expect(parseSmtpUrl("smtps://u%40x.example:p%3Aw%2F@mail.example:4650/")).toEqual({
    host: "mail.example",
    port: 4650,
    isSecure: true,
    needsTls: true,
    login: { user: "u@x.example", password: "p:w/" },
  });
  for (const local of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(parseSmtpUrl(`smtp://${local}:25`)).toMatchObject({ needsTls: false });
  }
});

test.each([
  "mail.example:587",
  "http://mail.example",
  "smtp://",
  "smtp://user@mail.example",
  "smtp://mail.example/path",
  "smtp://mail.example?tls=off",
  "smtp://u:%zz@mail.example",
  "smtp://mail.example:99999",
])("%s is no URL of an SMTP server", (url) => {
  expect(parseSmtpUrl(url)).toBeUndefined();
});

test("a sender is an address, with a name or without", () => {
  expect(parseMailSender("pay@shop.example")).toEqual({ name: null, address: "pay@shop.example" });
  expect(parseMailSender("Müller & Söhne <pay@Shop.example>")).toEqual({
    name: "Müller & Söhne",
    address: "pay@shop.example",
  });
  for (const text of ["shop", "Shop <>", "A <a@b.example> <c@d.example>", "Shop\r\nBcc: x <a@b.example>"]) {
    expect(parseMailSender(text)).toBeUndefined();
  }
});

test.each([
  ["Ada.Lovelace+x@Example.COM", "Ada.Lovelace+x@example.com"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@localhost", null],
  ["ada@b.example, eve@c.example", null],
  ["ada@b.example\r\nBcc: eve@c.example", null],
  ['"eve@c.example"@b.example', null],
  ["ada..b@b.example", null],
  ["a@b@c.example", null],
  [`${"a".repeat(65)}@b.example`, null],
  ["", null],
])("%j is written to as %j", (typed, address) => {
  expect(mailAddress(typed)).toBe(address);
});
