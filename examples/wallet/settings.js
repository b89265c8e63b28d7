/** The gateway that the page trusts, and the id that it is registered under there: those of `npm start`. */
export const GATEWAY_URL = "http://localhost:4020";
export const APP_ID = "demo-wallet";
