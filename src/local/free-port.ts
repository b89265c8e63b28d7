import { createServer } from "node:net";

/** A TCP port of 127.0.0.1 that is free at this moment; the caller must handle a later conflict. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("No free TCP port on 127.0.0.1."));
        else resolve(address.port);
      });
    });
  });
}
