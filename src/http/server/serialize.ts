// Serialises responses by their schemas.
import fastJsonStringify from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { TSchema } from "typebox";
import { atFirstUse } from "../../concurrency/at-first-use.ts";

/** Fastify's serialiser, compiled at the first response. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const compiled = atFirstUse(() => fastJsonStringify(schema));
  return (body) => compiled()(body);
};
