// Logos by the hash of their content; they are written once and never changed or removed.
import type { Logo } from "../../merchant/logo.ts";
import type { Queryable } from "../database/database.ts";

export interface LogoStore {
  insert(logo: Logo): Promise<void>;
  /** @param hash 64 hex digits */
  find(hash: string): Promise<Buffer | null>;
}

export function createLogoStore(db: Queryable): LogoStore {
  return {
    async insert({ hash, content }) {
      await db.query({
        name: "insert_logo",
        text: "insert into logos (hash, content) values (decode($1, 'hex'), $2) on conflict do nothing",
        values: [hash, content],
      });
    },

    async find(hash) {
      const { rows } = await db.query<{ content: Buffer }>({
        name: "logo",
        text: "select content from logos where hash = decode($1, 'hex')",
        values: [hash],
      });
      return rows[0]?.content ?? null;
    },
  };
}
