// The page at the root of a local Turnpike.
import { escaped, formPolicy, HEAD } from "../../pages/html.ts";
import { type DevFile, localUrl } from "../dev-file.ts";

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --text: #16181d; --quiet: #5b6270; --edge: #e4e7ec; --accent: #1a56db; --on: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d0f13; --card: #171a20; --text: #eceef2; --quiet: #a2a9b6; --edge: #272c35; --accent: #8db4ff;
    --on: #0d0f13;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 3rem 1.25rem 4rem }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -.02em }
h2 { margin: 0; font-size: 1.125rem; line-height: 1.4 }
p { margin: .5rem 0 0; overflow-wrap: anywhere } .quiet { color: var(--quiet) }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem;
  margin: 2rem 0; padding: 0;
  list-style: none }
li { display: flex; flex-direction: column; padding: 1.25rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: .75rem }
form, .link { margin-top: auto; padding-top: 1.25rem }
button, .link a { display: block; width: 100%; padding: .75rem 1rem; border: 0; border-radius: .5rem; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; color: var(--on); background: var(--accent);
  cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
pre { margin: .75rem 0 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere;
  background: var(--card); border: 1px solid var(--edge);
  border-radius: .75rem; font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, monospace }
`;

export const WELCOME_POLICY = formPolicy(STYLE, []);

/** @param dev null while Turnpike is starting */
export function renderWelcome(dev: DevFile | null, devFile: string): string {
  return `<!doctype html>
<html lang="en">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<title>Turnpike on this machine</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${dev ? choices(dev, devFile) : "<h1>Turnpike is starting</h1>\n<p>Reload this page in a moment.</p>"}
</main>
</body>
</html>
`;
}

const choices = ({ baseUrl, merchantId, buyer }: DevFile, devFile: string): string => `<h1>Turnpike is running</h1>
<p class="quiet">Everything here is local: two chains, a merchant, and a buyer with play money.</p>
<ul>
<li>
<h2>Pay as a buyer</h2>
<p class="quiet">Creates a payment of 12.50 USD and opens its checkout page. Choose the Demo wallet there.</p>
<form method="post" action="/welcome/payment"><button>Open a checkout page</button></form>
</li>
<li>
<h2>Watch as a merchant</h2>
<p class="quiet">Payments, destinations, keys, and a till for the counter, signed in as the demo partner. Before
some changes it asks for the API key: <code>apiKey</code> in ${escaped(devFile)}.</p>
<form method="post" action="/welcome/console"><button>Open the console</button></form>
</li>
<li>
<h2>Rehearse in test mode</h2>
<p class="quiet">Test keys begin with <code>tp_test_</code>. Their payments, merchants and webhooks stand apart from the
live ones: the console of the test key shows no others. The key is <code>test.apiKey</code> in
${escaped(devFile)}.</p>
<form method="post" action="/welcome/test-console"><button>Open the test console</button></form>
</li>
<li>
<h2>Build a shop</h2>
<p class="quiet">The folder examples/shop has a whole shop to copy. The guides lead from the first payment to webhooks;
the API reference has every endpoint with its fields, errors and an example.</p>
<div class="link"><a href="/docs">Read the guides</a></div>
</li>
</ul>
<h2>Create a payment by hand</h2>
<pre>curl -sS ${escaped(localUrl(baseUrl))}/v1/payments \\
  -H "Api-Key: $(node -p ${escaped(`'require(${JSON.stringify(devFile)}).apiKey'`)})" \\
  -H "Merchant-Id: ${escaped(merchantId)}" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":{"unit":"iso4217/USD","value":"1250"},"referenceId":"order 1"}'</pre>
<p class="quiet">The demo buyer is ${escaped(buyer.address)}. Its key, and every other one, is in
${escaped(devFile)}.</p>`;
