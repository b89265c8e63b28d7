// A body that is not UTF-8 is no request: it creates nothing, and an Idempotency-Key cannot take it for another one.
import { expect, test } from "vitest";
import { sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile("api");

const withByte = (byte: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('{"amount":{"unit":"iso4217/USD","value":"1000"},"referenceId":"Caf'),
    Buffer.from([byte]),
    Buffer.from('"}'),
  ]);

test("two bodies in Latin-1 under one key are refused, and leave the key unused", async () => {
  const headers = { "idempotency-key": "latin1" };
  const send = (body: unknown) => server().call<{ message: string }>({ path: "/v1/payments", headers, body });
  for (const byte of [0xe9, 0xe8]) {
    const { status, headers: received, body } = await send(withByte(byte));
    expect([status, received.get("idempotent-replayed")]).toEqual([400, null]);
    expect(body.message).toContain("UTF-8");
  }
  const right = { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "Café" };
  expect((await send(right)).status).toBe(201);
});

test("a byte order mark before the body is no part of it", async () => {
  const right = { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "Café \u2713" };
  expect((await server().call({ path: "/v1/payments", body: `\ufeff${JSON.stringify(right)}` })).status).toBe(201);
});
