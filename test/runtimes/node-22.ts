// The oldest line of Node that is supported, from npm.
import { join } from "node:path";

export const NODE_22 = join(import.meta.dirname, "node_modules/node-22/bin/node");
