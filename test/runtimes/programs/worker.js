// Runs in edge runtimes: the settings are the request's body, the report is the response.
import { shop } from "./shop.js";

export default { fetch: async (request) => Response.json(await shop(await request.json())) };
