// Whether this process answers. It asks nothing of the database, so that a slow one does not get every server restarted.
import type { PublicRoute } from "../public-route.ts";

export const health: PublicRoute = {
  method: "GET",
  path: "/healthz",
  isUnlimited: true,
  handle: async () => ({ status: "ok" }),
};
