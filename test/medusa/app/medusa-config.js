// A shop with one payment provider: @turnpike/medusa, configured as its README says.
const { defineConfig } = require("@medusajs/framework/utils");

const { DATABASE_URL, TURNPIKE_URL, TURNPIKE_API_KEY, TURNPIKE_MERCHANT_ID, TURNPIKE_WEBHOOK_SECRET } = process.env;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: "http://localhost:8000",
      adminCors: "http://localhost:9000",
      authCors: "http://localhost:9000",
      jwtSecret: "test",
      cookieSecret: "test",
    },
  },
  admin: { disable: true },
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        webhook_delay: 100,
        providers: [
          {
            resolve: "@turnpike/medusa",
            id: "turnpike",
            options: {
              baseUrl: TURNPIKE_URL,
              apiKey: TURNPIKE_API_KEY,
              merchantId: TURNPIKE_MERCHANT_ID,
              webhookSecret: TURNPIKE_WEBHOOK_SECRET,
            },
          },
        ],
      },
    },
  ],
});
