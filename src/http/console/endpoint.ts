// Endpoints of the console: those of the interface, asked for by a session in place of a key, and the console's own.
import type { Endpoint } from "../endpoint.ts";

/** The same endpoint, for whoever is signed in to the console. */
export const inConsole = (endpoint: Endpoint): Endpoint => ({ ...endpoint, side: "console" });
