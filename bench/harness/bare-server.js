// The limit: bare node:http that sends the same response to every request, or never responds. JavaScript, so that Node
// runs it without a bundler, whose memory would count. Prints its port; ends when its standard input does.
import { createServer } from "node:http";

/** More than the connections that a benchmark opens at once. */
const BACKLOG = 16_384;
const { headers, body, isSilent } = JSON.parse(process.argv[2] ?? "{}");

const server = createServer((_, response) => {
  if (!isSilent) response.writeHead(200, headers).end(body);
});
server.keepAliveTimeout = 600_000;
server.listen({ port: 0, host: "127.0.0.1", backlog: BACKLOG }, () => console.log(server.address().port));
process.stdin.resume().once("end", () => process.exit());
