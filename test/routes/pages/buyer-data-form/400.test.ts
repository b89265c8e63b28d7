// A form with invalid data is shown again with an error at each field, and nothing is stored.
import { expect, test } from "vitest";
import { ADA, askFrom, formOf, messageOf, sendForm } from "../../../buyer-data/given.ts";
import { givenPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

async function givenForm(): Promise<string> {
  await askFrom(server(), 1n);
  return formOf(server(), await givenPayment(server()), (await server().newBuyer()).account);
}

const wrongIn = (page: string): string[] =>
  [...page.matchAll(/id="(\w+)" name="\w+" [^>]*aria-invalid="true"/g)].map(([, id]) => id ?? "");

test.each([
  ["an empty form", {}, ["fullName", "dob", "porCountry", "porAddress", "tosConfirmed"]],
  ["only the choice of a place", { place: "pob" }, ["fullName", "dob", "pobCountry", "pobAddress", "tosConfirmed"]],
  ["blanks", { ...ADA, fullName: "  " }, ["fullName"]],
  ["30 February", { ...ADA, dob: "2001-02-30" }, ["dob"]],
  ["a date of birth in the future", { ...ADA, dob: "2999-01-01" }, ["dob"]],
  ["an unknown country", { ...ADA, porCountry: "ZZ" }, ["porCountry"]],
  ["no country", { ...ADA, porCountry: "" }, ["porCountry"]],
  ["no address", { ...ADA, porAddress: "" }, ["porAddress"]],
  ["an address of 201 characters", { ...ADA, porAddress: "x".repeat(201) }, ["porAddress"]],
  ["terms not accepted", { ...ADA, tosConfirmed: "" }, ["tosConfirmed"]],
  ["terms accepted with another value", { ...ADA, tosConfirmed: "on" }, ["tosConfirmed"]],
])("%s", async (_, values, wrong) => {
  const { status, body } = await sendForm(server(), await givenForm(), values);
  expect([status, wrongIn(body).sort()]).toEqual([400, [...wrong].sort()]);
  // Listed once at the top, in order, with a link to each field; and once at each field.
  expect([...body.matchAll(/<a href="#(\w+)">/g)].map(([, id]) => id).sort()).toEqual([...wrong].sort());
  for (const id of wrong) expect(body).toMatch(new RegExp(`<p class="error" id="${id}-error"[^>]*>[^<]+</p>`));
  expect(body).toContain('role="alert"');
  expect(body).toMatch(/<title>Error: /);
  expect(messageOf(body)).toBeNull();
});

test("valid values are kept, and escaped", async () => {
  const nasty = `"><script>alert(1)</script>`;
  const { body } = await sendForm(server(), await givenForm(), {
    ...ADA,
    fullName: nasty,
    porAddress: `</textarea>${nasty}`,
    dob: "",
  });
  expect(body).toContain(`value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"`);
  expect(body).toContain("&lt;/textarea&gt;&quot;&gt;");
  expect(body).toContain('<option value="GB" selected>');
  expect(body).toMatch(/id="tosConfirmed"[^>]* checked>/);
  expect(body.match(/<script/g)).toHaveLength(1);
});

test("a field sent twice", async () => {
  const twice = `${new URLSearchParams(ADA)}&dob=1985-12-10`;
  const { status, body } = await sendForm(server(), await givenForm(), twice);
  expect([status, wrongIn(body)]).toEqual([400, ["dob"]]);
});

test("none of these submissions is stored", async () => {
  expect(await rowsOf(server(), "buyer_data")).toBe(0);
});
