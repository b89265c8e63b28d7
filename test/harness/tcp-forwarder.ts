// A fixed address in front of a server that may restart on another port.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpForwarder {
  readonly port: number;
  /** Sets the port for later connections. */
  forwardTo(port: number): void;
  close(): Promise<void>;
}

export async function startTcpForwarder(targetPort: number): Promise<TcpForwarder> {
  let target = targetPort;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = track(connect(target, "127.0.0.1"));
    track(client);
    // The end of one side ends the other, which is all that either peer can observe.
    client.on("error", () => upstream.destroy()).once("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy()).once("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    forwardTo: (next) => {
      target = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
