// The console's page: one for all its addresses, which the program in it tells apart.
import { CONSOLE_PATH, renderConsole } from "../../../pages/console.ts";
import type { PublicRoute } from "../../public-route.ts";

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const consolePage = (path: string): PublicRoute => ({
  method: "GET",
  path,
  handle: async (_host, _request, reply) => {
    reply.headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
    });
    return renderConsole();
  },
});

export const consolePages: readonly PublicRoute[] = [consolePage(CONSOLE_PATH), consolePage(`${CONSOLE_PATH}/*`)];
