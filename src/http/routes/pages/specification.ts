// openapi.json, from which the reference at /docs/reference is made.
import type { OpenApiDocument } from "../../../contract/openapi.ts";
import type { PublicRoute } from "../../public-route.ts";
import { constant, constantRoute } from "./constant.ts";

/** @param document of the server at this URL */
export function specificationRoute(document: (publicUrl: string) => OpenApiDocument): PublicRoute {
  const specification = constant((url) => JSON.stringify(document(url)), {
    "content-type": "application/json; charset=utf-8",
  });
  return constantRoute("/openapi.json", specification);
}
