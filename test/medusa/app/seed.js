// A region, a product of 12.50 USD and a publishable key, written to seed.json.
const { writeFileSync } = require("node:fs");
const flows = require("@medusajs/medusa/core-flows");

const PROVIDER = "pp_turnpike_turnpike";

exports.default = async function seed({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [channel] = await run(flows.createSalesChannelsWorkflow, { salesChannelsData: [{ name: "Shop" }] });
  const [region] = await run(flows.createRegionsWorkflow, {
    regions: [{ name: "US", currency_code: "usd", countries: ["us"], payment_providers: [PROVIDER] }],
  });
  const [key] = await run(flows.createApiKeysWorkflow, {
    api_keys: [{ title: "Shop", type: "publishable", created_by: "" }],
  });
  await run(flows.linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  const [product] = await run(flows.createProductsWorkflow, {
    products: [
      {
        title: "Coffee",
        status: "published",
        options: [{ title: "Size", values: ["L"] }],
        sales_channels: [{ id: channel.id }],
        variants: [
          {
            title: "L",
            manage_inventory: false,
            options: { Size: "L" },
            prices: [{ amount: 12.5, currency_code: "usd" }],
          },
        ],
      },
    ],
  });
  const facts = {
    publishableKey: key.token,
    regionId: region.id,
    variantId: product.variants[0].id,
    provider: PROVIDER,
  };
  writeFileSync("seed.json", JSON.stringify(facts));
};
