export const event = {
  title: "Event",
  payment: "Payment",
};
