// A fixed address in front of a server that may restart on another port, or that becomes unreachable without a word.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpForwarder {
  readonly port: number;
  /** Sets the port for later connections. */
  forwardTo(port: number): void;
  /**
   * Drops the open connections like a firewall that forgets them: nothing passes any more, not even their end. New
   * connections are forwarded.
   * @returns ends them, as a peer does that gives up
   */
  silence(): () => void;
  /** The same, and new connections are accepted but not forwarded. */
  isolate(): void;
  close(): Promise<void>;
}

export async function startTcpForwarder(targetPort: number): Promise<TcpForwarder> {
  let target = targetPort;
  let isIsolated = false;
  const sockets = new Set<Socket>();
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    track(client);
    if (isIsolated) return;
    const upstream = track(connect(target, "127.0.0.1"));
    // The end of one side ends the other, which is all that either peer can observe.
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const silence = (): (() => void) => {
    const silent = [...sockets];
    for (const socket of silent) {
      socket.unpipe().pause();
      socket.removeAllListeners("close").removeAllListeners("end");
      socket.once("close", () => sockets.delete(socket));
    }
    return () => {
      for (const socket of silent) socket.destroy();
    };
  };
  return {
    port,
    forwardTo: (next) => {
      target = next;
    },
    silence,
    isolate() {
      isIsolated = true;
      silence();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
