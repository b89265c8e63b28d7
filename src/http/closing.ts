// Closes connections while the server stops. Node closes only those idle at that moment; one that becomes idle later
// would delay the stop by the whole keep-alive time.
import type { FastifyInstance } from "fastify";

/** How often a stopping server closes connections that have become idle. */
const SWEEP_MS = 50;

export function closeConnectionsWhenAnswered(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once("close", () => clearInterval(sweep));
  });
}
