// Bytes that are not valid HTTP, and undecodable URLs, get an error in the usual format.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { sharedServerForFile } from "../setup.ts";

const server = sharedServerForFile();

/** Everything received for these bytes until the server closes the connection. */
async function answerTo(bytes: string): Promise<{ head: string; body: { code: string; requestId: string } }> {
  const socket = connect(Number(new URL(server().baseUrl).port), "127.0.0.1");
  socket.end(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { head, body: JSON.parse(body) };
}

test.each([
  ["no HTTP at all", "hello\r\n\r\n", "400 Bad Request"],
  ["headers of 20 kB", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, "431 "],
  ["a URL that cannot be decoded", "GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "400 Bad Request"],
])("%s", async (_, bytes, statusLine) => {
  const { head, body } = await answerTo(bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${statusLine}`));
  expect(head.toLowerCase()).toContain("content-type: application/json");
  const facts = { code: "invalid_params", message: expect.any(String) };
  const status = Number(head.split(" ")[1]);
  expect(body).toEqual({ ...facts, status, error: facts, requestId: expect.any(String) });
});
