// Liveness of this process. It does not query the database, so a slow one does not get every server restarted.
import type { PublicRoute } from "../public-route.ts";

export const health: PublicRoute = {
  method: "GET",
  path: "/healthz",
  isUnlimited: true,
  handle: async () => ({ status: "ok" }),
};
