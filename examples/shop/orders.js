// The shop's orders, in one file. Each change writes a new file and renames it, so a crash never leaves a partial file.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export function openOrders(file) {
  const orders = new Map(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  return {
    get: (id) => orders.get(id) ?? null,
    all: () => [...orders.values()],

    /** Updates or adds an order. */
    save(order) {
      orders.set(order.id, { ...orders.get(order.id), ...order });
      writeFileSync(`${file}.new`, JSON.stringify([...orders], null, 2), { flush: true });
      renameSync(`${file}.new`, file);
      return orders.get(order.id);
    },
  };
}
