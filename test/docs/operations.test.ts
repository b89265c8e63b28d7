// The API pages: one per endpoint. Every error of an endpoint is on its page, or among the errors common to all, with
// its status.
import { describe, expect, test } from "vitest";
import type { ErrorCode } from "../../src/contract/errors.ts";
import { ERRORS } from "../../src/contract/errors.ts";
import { ENDPOINTS } from "../../src/http/endpoints.ts";
import { errorsOf } from "../../src/http/openapi/errors.ts";
import { type Page, readPage, readPages } from "./pages.ts";

const OF_ALL = readPage("docs/operations/README.md");
const pages = readPages().filter(({ path }) => path.startsWith("docs/operations/") && path !== OF_ALL.path);

/** An endpoint as pages name it: `GET /v1/payments/:id`. */
const namedOn = ({ text }: Page): readonly string[] =>
  [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/(?:v1|commerce|x402)\/[^`]+)`/g)].map(([, name = ""]) => name);

/** A row of the error table: "409 quote_expired". */
function errorsOn({ text }: Page): ReadonlySet<string> {
  const rows = [...text.matchAll(/^\| ([1-5]\d\d[^|]*)\|/gm)].flatMap(([, cell = ""]) =>
    cell.split("·").flatMap((part) => {
      const statuses = part.match(/\b[1-5]\d\d\b/g) ?? [];
      const codes = [...part.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code);
      return statuses.flatMap((status) =>
        codes.filter((code) => code && code in ERRORS).map((code) => `${status} ${code}`),
      );
    }),
  );
  return new Set(rows);
}

/** Described in a sentence of the table: 413, 415. */
const TOLD_OTHERWISE = ["413 invalid_params", "415 invalid_params"];

const endpoints = ENDPOINTS.map((endpoint) => {
  const name = `${endpoint.method} ${endpoint.path}`;
  const all = errorsOf(endpoint).flatMap(([status, codes]) => codes.map((code: ErrorCode) => `${status} ${code}`));
  return { name, errors: all };
});

test("each endpoint has one page, and each page an endpoint or a public route", () => {
  const pagesOf = endpoints.map(({ name }) => ({
    name,
    on: pages.filter((page) => namedOn(page).includes(name)).length,
  }));
  expect(pagesOf.filter(({ on }) => on !== 1)).toEqual([]);
  const unknown = pages.flatMap((page) =>
    namedOn(page).filter((name) => !endpoints.some((each) => each.name === name)),
  );
  expect(unknown).toEqual([]);
});

describe.each(endpoints)("$name", ({ name, errors }) => {
  const page = pages.find((candidate) => namedOn(candidate).includes(name));

  test("documents every error that it can return, with its status", () => {
    const told = new Set([...errorsOn(OF_ALL), ...(page ? errorsOn(page) : []), ...TOLD_OTHERWISE]);
    expect(errors.filter((error) => !told.has(error))).toEqual([]);
  });
});

test("no page documents an error that none of its endpoints can return", () => {
  const wrong = pages.flatMap((page) => {
    const can = new Set(endpoints.filter(({ name }) => namedOn(page).includes(name)).flatMap(({ errors }) => errors));
    return [...errorsOn(page)].filter((error) => !can.has(error)).map((error) => `${page.path}: ${error}`);
  });
  expect(wrong).toEqual([]);
});
