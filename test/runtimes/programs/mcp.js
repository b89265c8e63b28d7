// An assistant with @modelcontextprotocol/sdk 1.x.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { baseUrl, apiKey, merchantId } = JSON.parse(process.argv[2]);
const client = new Client({ name: "assistant", version: "1" });
const headers = { "api-key": apiKey, "merchant-id": merchantId };
await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
const { tools } = await client.listTools();
const amount = { unit: "iso4217/USD", value: "100" };
const created = await client.callTool({
  name: "create_payment",
  arguments: { idempotencyKey: "first", referenceId: "mcp-1", amount },
});
const { paymentId, status } = created.structuredContent;
const waited = await client.callTool({ name: "wait_for_payment", arguments: { paymentId, waitS: 0 } });
const server = client.getServerVersion().name;
console.log(JSON.stringify({ server, tools: tools.length, status, waits: waited.structuredContent.isFinal }));
await client.close();
