// The request of an operation in four languages, with what the reader replaces: scripts/guides/samples.js marks it.
import { literal } from "./literals.js";

const SERVER = "https://pay.example";
const KEY = "YOUR_TEST_KEY";
const MERCHANT = "YOUR_MERCHANT_ID";
/** With it, a repeat of the request has no second effect. */
const IDEMPOTENCY_KEY = "order-4711";

/** @param parameters without references */
export function samplesOf({ method, path, parameters, requestBody }) {
  const request = {
    method: method.toUpperCase(),
    url: SERVER + filled(path, parameters),
    headers: headersOf(parameters, requestBody),
    body: bodyOf(requestBody),
  };
  return [
    fence("sh", curl(request)),
    fence("js", javascript(request)),
    fence("python", python(request)),
    fence("php", php(request)),
  ].join("\n");
}

const fence = (language, code) => `\`\`\`${language} sample\n${code}\n\`\`\``;

const filled = (path, parameters) =>
  path.replace(/\{(\w+)\}/g, (_, name) =>
    name === "merchantId" ? MERCHANT : parameters.find((each) => each.in === "path" && each.name === name).example,
  );

function headersOf(parameters, requestBody) {
  const names = parameters.filter((each) => each.in === "header").map(({ name, required }) => [name, required]);
  const takes = (name) => names.some(([each]) => each === name);
  const needs = (name) => names.some(([each, required]) => each === name && required);
  return {
    "Api-Key": KEY,
    ...(needs("Merchant-Id") && { "Merchant-Id": MERCHANT }),
    ...(takes("Idempotency-Key") && { "Idempotency-Key": IDEMPOTENCY_KEY }),
    ...(requestBody && { "Content-Type": "application/json" }),
  };
}

/** The first example, which is the shortest. */
const bodyOf = (requestBody) => requestBody && Object.values(requestBody.content["application/json"].examples)[0].value;

function curl({ method, url, headers, body }) {
  const isDefault = method === (body === undefined ? "GET" : "POST");
  return [
    `curl -sS${isDefault ? "" : ` -X ${method}`} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n");
}

function javascript({ method, url, headers, body }) {
  const options = { ...(method !== "GET" && { method }), headers };
  const given = literal("js", options).replace(/\n}$/, body === undefined ? "\n}" : "");
  const sent = body === undefined ? "" : `\n  body: JSON.stringify(${literal("js", body, 1)}),\n}`;
  return `const response = await fetch("${url}", ${given}${sent});
const result = await response.json();
if (!response.ok) throw new Error(\`\${result.code}: \${result.message}\`);
console.log(result);`;
}

function python({ method, url, headers, body }) {
  const sent = body === undefined ? "" : `\n    data=json.dumps(${literal("python", body, 1)}).encode(),`;
  return `import json
import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers=${literal("python", headers, 1)},${sent}
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;
}

function php({ method, url, headers, body }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const sent = body === undefined ? "" : `\n    CURLOPT_POSTFIELDS => json_encode(${literal("php", body, 1)}),`;
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ${literal("php", lines, 1)},${sent}
]);
$body = curl_exec($request);
if ($body === false) {
    throw new RuntimeException(curl_error($request));
}
echo $body;`;
}
