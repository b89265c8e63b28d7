// The API reference: openapi.json for programs, and /docs/reference for people.
import type { OpenApiDocument } from "../../../contract/openapi.ts";
import { REFERENCE_PATH, REFERENCE_POLICY, renderReference } from "../../../pages/reference.ts";
import type { PublicRoute } from "../../public-route.ts";
import { constant, constantRoute } from "./constant.ts";

/** @param document of the server at this URL */
export function referenceRoutes(document: (publicUrl: string) => OpenApiDocument): readonly PublicRoute[] {
  const specification = constant((url) => JSON.stringify(document(url)), {
    "content-type": "application/json; charset=utf-8",
  });
  const page = constant((url) => renderReference(document(url)), {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": REFERENCE_POLICY,
    "referrer-policy": "no-referrer",
  });
  return [constantRoute("/openapi.json", specification), constantRoute(REFERENCE_PATH, page)];
}
