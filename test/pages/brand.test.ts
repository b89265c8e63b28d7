import fc from "fast-check";
import { expect, test } from "vitest";
import { brandStylesheet } from "../../src/pages/brand.ts";

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};
const accentsOf = (color: string) =>
  [...brandStylesheet(color).matchAll(/--accent:(#\w+)/g)].map(([, hex]) => hex ?? "");

/** In the light and the dark scheme. */
const buttonsOf = (color: string) =>
  [...brandStylesheet(color).matchAll(/--fill:(#\w+);--on-fill:(#\w+)/g)].map(([, fill = "", text = ""]) => ({
    fill,
    text: text === "#fff" ? "#ffffff" : "#000000",
  }));

test("any colour has enough contrast to every background and to the text on it, in both schemes", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, "0"));
  fc.assert(
    fc.property(color, (each) => {
      const [light = "", dark = ""] = accentsOf(each);
      for (const ground of ["#ffffff", "#f3f4f7", "#f5f6f8", "#f8f9fb"]) {
        expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of ["#0d0f13", "#171a20", "#1c2027"]) {
        expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
      }
      const [button] = buttonsOf(each);
      expect(contrast(button?.fill ?? "", button?.text ?? "")).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a colour with enough contrast stays as it is", () => {
  expect(accentsOf("0b6e4f")[0]).toBe("#0b6e4f");
  expect(accentsOf("8db4ff")[1]).toBe("#8db4ff");
});

test("buttons have the brand's own colour in both schemes, with the text that can be read on it", () => {
  expect(buttonsOf("ffd400")).toEqual(Array(2).fill({ fill: "#ffd400", text: "#000000" }));
  expect(buttonsOf("0b6e4f")).toEqual(Array(2).fill({ fill: "#0b6e4f", text: "#ffffff" }));
});
