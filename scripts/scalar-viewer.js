// A Vite plugin for Scalar's viewer, which its Fastify plugin carries as one script: `virtual:viewer-url` is its URL.
import scalar from "@scalar/fastify-api-reference";
import fastify from "fastify";

const NAME = "virtual:viewer-url";

/** The placeholder of its fields for keys, a joke in Base64 that looks like a key. Its settings cannot change it. */
const JOKE = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";

export const scalarViewer = () => ({
  name: "scalar-viewer",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
  async load(id) {
    if (id !== `\0${NAME}`) return null;
    const file = this.emitFile({ type: "asset", name: "viewer.js", source: await viewer() });
    return `export default import.meta.ROLLUP_FILE_URL_${file};`;
  },
});

async function viewer() {
  const app = fastify();
  await app.register(scalar, { routePrefix: "/", configuration: { content: { openapi: "3.1.0" } } });
  const { statusCode, body } = await app.inject("/js/scalar.js");
  await app.close();
  if (statusCode !== 200) throw new Error(`@scalar/fastify-api-reference answers ${statusCode} for its script`);
  if (!body.includes(JOKE)) throw new Error("@scalar/fastify-api-reference no longer has the placeholder to replace");
  return body.replaceAll(JOKE, "");
}
