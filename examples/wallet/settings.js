/** The gateway that the page trusts, and the page's app id there: those of `npm start`. */
export const GATEWAY_URL = "http://localhost:4020";
export const APP_ID = "demo-wallet";
