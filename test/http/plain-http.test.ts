import { expect, test } from "vitest";
import { plainHttpWarning } from "../../src/settings/plain-http.ts";

test.each([
  [true, "http://pay.example", true],
  [true, "http://10.0.0.1:4020", true],
  [true, "https://pay.example", false],
  [true, "http://localhost:4020", false],
  [true, "http://[::1]:4020", false],
  [true, null, false],
  [false, "http://pay.example", false],
])("production %s at %s: a warning is %s", (isProduction, publicUrl, isWarned) => {
  const warning = plainHttpWarning({ isProduction, publicUrl });
  if (isWarned) expect(warning).toContain(`PUBLIC_URL is ${publicUrl}, without TLS`);
  else expect(warning).toBeNull();
});
