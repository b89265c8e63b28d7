// A shop's web server in a separate process: tells its parent once it has received as many requests as expected, with
// the milliseconds from each event's timestamp to its receipt.
import { createServer } from "node:http";

let expected = Number.POSITIVE_INFINITY;
let latenciesMs = [];

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(204).end();
    const { timestamp } = JSON.parse(Buffer.concat(chunks).toString());
    latenciesMs.push(Date.now() - Date.parse(timestamp));
    if (latenciesMs.length === expected) process.send({ latenciesMs });
  });
});
process.on("message", (message) => {
  ({ expected } = message);
  latenciesMs = [];
  process.send({ isReady: true });
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
