// Amounts as the console writes them in lists.
import { afterEach, expect, test, vi } from "vitest";
import { de } from "../../locales/console/de.ts";
import { setLanguage } from "../../src/browser/console/app/text/language.ts";
import { briefAmountText } from "../../src/browser/console/app/text/money-text.ts";

afterEach(() => vi.unstubAllGlobals());

const token = (value: string, assetSymbol: string, decimals: number) => ({
  unit: "caip19/eip155:1/slip44:60",
  value,
  display: { assetSymbol, assetName: assetSymbol, decimals },
});

test.each([
  ["4166666666666667", "ETH", 18, "0,0041666667 ETH"],
  ["41666666667", "ETH", 18, "0,000000041666667 ETH"],
  ["1000000000000000000", "ETH", 18, "1,00 ETH"],
  ["1388888889", "EURC", 6, "1.388,8889 EURC"],
  ["123456789012345", "USDC", 6, "123.456.789,01 USDC"],
  ["1234567890", "PTS", 0, "1.234.567.890 PTS"],
])("%s of %s: at most eight digits, or two decimals", (value, symbol, decimals, text) => {
  vi.stubGlobal("document", { documentElement: {} });
  setLanguage({ language: "de", locale: "de-DE", messages: de });
  expect(briefAmountText(token(value, symbol, decimals))).toBe(text);
});
