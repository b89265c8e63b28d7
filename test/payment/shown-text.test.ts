import { expect, test } from "vitest";
import { asShownLines } from "../../src/payment/shown-text.ts";

test("a text of others keeps its lines, and a space stands for each character that people cannot see", () => {
  expect(asShownLines("\u202eout\r\n\tof \u001b[31morder\0\u2028\u0085")).toBe(" out\r\n\tof  [31morder   ");
});
