// The published API versions, for programs that have no key yet.
import { PUBLISHED_BY_KIND } from "../../contract/versions.ts";
import type { PublicRoute } from "../public-route.ts";

export const versions: PublicRoute = {
  method: "GET",
  path: "/versions",
  handle: async () => PUBLISHED_BY_KIND,
};
