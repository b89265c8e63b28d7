// Probes. Liveness does not query the database, so that a slow one does not get every server restarted.
import type { PublicRoute } from "../public-route.ts";

const live = (path: string): PublicRoute => ({
  method: "GET",
  path,
  isUnlimited: true,
  handle: async () => ({ status: "ok" }),
});

const UNAVAILABLE = 503;

const readyz: PublicRoute = {
  method: "GET",
  path: "/readyz",
  isUnlimited: true,
  async handle({ settings }, _, reply) {
    const { isReady, checks } = await settings.readiness();
    if (!isReady) reply.code(UNAVAILABLE);
    return { status: isReady ? "ready" : "not ready", checks };
  },
};

export const PROBES: readonly PublicRoute[] = [live("/healthz"), live("/livez"), readyz];
