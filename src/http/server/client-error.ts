// The error sent for bytes that are not valid HTTP.
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { errorBody } from "../../contract/errors.ts";

const STATUS_LINES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_LINES[error.code ?? ""] ?? "400 Bad Request";
  const status = Number(statusLine.slice(0, 3));
  const body = errorBody(status, { code: "invalid_params", message: statusLine.slice(4) }, randomUUID());
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${text.length}\r\n` +
      `Connection: close\r\n\r\n${text}`,
  );
}
