// Ends connections while the server stops. Node closes those that are idle at that moment; one whose answer comes later is
// kept for the client's next request, and would hold the stop up for the whole keep-alive time.
import type { FastifyInstance } from "fastify";

/** How often a stopping server looks for connections whose last answer is out. */
const SWEEP_MS = 50;

export function closeConnectionsWhenAnswered(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once("close", () => clearInterval(sweep));
  });
}
