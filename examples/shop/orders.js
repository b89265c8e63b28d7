// The shop's orders, in one file. Each change writes a new file and renames it, so a crash never leaves a partial file.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

export function openOrders(file) {
  const saved = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { orders: [] };
  const orders = new Map(saved.orders);
  let { lastEventId } = saved;
  const write = () => {
    writeFileSync(`${file}.new`, JSON.stringify({ lastEventId, orders: [...orders] }, null, 2), { flush: true });
    renameSync(`${file}.new`, file);
  };
  return {
    get: (id) => orders.get(id) ?? null,
    all: () => [...orders.values()],

    /** Updates or adds an order. */
    save(order) {
      orders.set(order.id, { ...orders.get(order.id), ...order });
      write();
      return orders.get(order.id);
    },

    /** The last event that was handled. */
    lastEventId: () => lastEventId,
    saveLastEventId(id) {
      lastEventId = id;
      write();
    },
  };
}
