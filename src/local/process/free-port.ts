import { once } from "node:events";
import { createServer } from "node:net";

/** @throws the error of listening on this port (0: any) if it is not free */
export async function expectFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}

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
