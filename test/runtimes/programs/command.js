// Runs in Node, Deno and Bun: the settings are the first argument, the report is the output.
import { argv } from "node:process";
import { shop } from "./shop.js";

console.log(JSON.stringify(await shop(JSON.parse(argv[2]))));
