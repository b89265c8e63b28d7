// A partner's web server with logos. The service under test may reach it although it is on this machine.
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { createLogoSource } from "../../src/logos/source.ts";
import type { TakeLogoPorts } from "../../src/operations/merchants/take-logo.ts";
import { type HttpsServer, startHttpsServer } from "../harness/server/https-server.ts";

export interface LogoServer {
  readonly source: TakeLogoPorts["logoSource"];
  /** Serves /square.png, /wide.png, /changing.png, /logo.svg and /redirect; any other path is a 404. */
  url(path: string): string;
  /** Replaces the picture at /changing.png. */
  change(): void;
  /** Runs before the next response is sent. */
  onRequest(wait: () => Promise<void>): void;
  /** The number of requests so far. */
  requests(): number;
}

const picture = (width: number, height: number, background: string): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

/** Call it at the top of a test file. */
export function givenLogoServer(): LogoServer {
  let server: HttpsServer | undefined;
  let isChanged = false;
  let beforeAnswer = async (): Promise<void> => {};
  const started = (): HttpsServer => {
    if (!server) throw new Error("the logo server is there inside tests only");
    return server;
  };
  beforeAll(async () => {
    const [square, wide, other] = await Promise.all([
      picture(600, 600, "#0a0"),
      picture(1_000, 500, "#0a0"),
      picture(600, 600, "#a00"),
    ]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"/>');
    server = await startHttpsServer(async ({ url = "" }, response) => {
      await beforeAnswer();
      if (url === "/redirect") return response.writeHead(302, { location: "https://169.254.169.254/" }).end();
      const files: Record<string, Buffer> = {
        "/square.png": square,
        "/wide.png": wide,
        "/changing.png": isChanged ? other : square,
        "/logo.svg": svg,
      };
      const file = files[url];
      return file ? response.end(file) : response.writeHead(404).end("secret");
    });
  });
  afterAll(() => server?.stop());
  return {
    source: { fetch: (url, partnerId) => createLogoSource(started().gate).fetch(url, partnerId) },
    url: (path) => started().origin + path,
    onRequest: (wait) => {
      beforeAnswer = wait;
    },
    change: () => {
      isChanged = true;
    },
    requests: () => started().requests.length,
  };
}
