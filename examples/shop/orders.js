// The shop's orders, in one file that is written as a whole and renamed: whenever the process ends, the file holds the orders as
// they were before or after a change.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export function openOrders(file) {
  const orders = new Map(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  return {
    get: (id) => orders.get(id) ?? null,
    all: () => [...orders.values()],

    /** Changes an order, or adds one. */
    save(order) {
      orders.set(order.id, { ...orders.get(order.id), ...order });
      writeFileSync(`${file}.new`, JSON.stringify([...orders], null, 2), { flush: true });
      renameSync(`${file}.new`, file);
      return orders.get(order.id);
    },
  };
}
