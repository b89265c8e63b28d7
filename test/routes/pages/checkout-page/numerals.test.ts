// Arabic has two sets of numerals. One visitor sees one of them on every page, whether the browser or the URL chose
// the language.
import { expect, test } from "vitest";
import type { CheckoutData } from "../../../../src/pages/checkout/data.ts";
import { expire, givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { serverForFile } from "../../setup.ts";

const server = serverForFile();

const GIVEN = {
  open: () => givenPayment(server()),
  succeeded: () => givenSucceededPayment(server()),
  cancelled: () => givenCancelledPayment(server()),
  expired: async () => {
    const paymentId = await givenPayment(server());
    await expire(server(), paymentId);
    return paymentId;
  },
};

const [EASTERN, WESTERN] = [/[٠-٩]/, /[0-9]/];

test.each(Object.keys(GIVEN) as (keyof typeof GIVEN)[])("%s", async (state) => {
  const paymentId = await GIVEN[state]();
  for (const [query, accepted, numerals, others] of [
    ["", "ar-EG", EASTERN, WESTERN],
    ["?lang=ar", "ar-EG,en;q=0.5", EASTERN, WESTERN],
    ["?lang=ar", "de-DE", WESTERN, EASTERN],
    ["", "ar-AE", WESTERN, EASTERN],
  ] as const) {
    const headers = { "api-key": null, "merchant-id": null, "accept-language": accepted };
    const { body } = await server().call<string>({ path: `/${paymentId}${query}`, headers });
    const amount = /class="amount">([^<]+)</.exec(body)?.[1];
    const noScript = /<p class="note">([^<]+)</.exec(body)?.[1] ?? amount;
    const data = JSON.parse(/id="checkout">(.*?)<\/script>/s.exec(body)?.[1] ?? "") as CheckoutData;
    const inBrowser = new Intl.NumberFormat(data.locale).format(1250);
    for (const text of [amount, noScript, data.amount, inBrowser]) {
      expect(text, `${query} ${accepted}`).toMatch(numerals);
      expect(text, `${query} ${accepted}`).not.toMatch(others);
    }
  }
});
