// What paying with a browser wallet in the page says.
export const wallet = {
  title: "Pay with a wallet in this browser",
};
