import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import * as library from "../../src/server-client/index.ts";

const readme = readFileSync(resolve(import.meta.dirname, "../../libraries/server/README.md"), "utf8");

/** `payments.create` and so on: every function in an object, by its place. */
const methodsOf = (object: object, place = ""): string[] =>
  Object.entries(object).flatMap(([name, value]) =>
    typeof value === "function" ? [`${place}${name}`] : methodsOf(value as object, `${place}${name}.`),
  );

test("the library's page lists every method, and no other", () => {
  const turnpike = library.createTurnpike({ baseUrl: "https://pay.example", apiKey: "key" });
  const listed = readme.split("## Methods")[1]?.split("\n\n`webhooks.verify`")[0] ?? "";
  const names = [...listed.matchAll(/`((?:[a-zA-Z]+\.)+[a-zA-Z]+)`/g)].map(([, name]) => name);
  const { orders, currencies } = library;
  expect(names.sort()).toEqual(methodsOf({ ...turnpike, orders, currencies }).sort());
  for (const name of methodsOf({ webhooks: library.webhooks })) expect(readme).toContain(`\`${name}\``);
});
