// Key calls for the console's tests.
import type { Keys } from "../../../../src/contract/console/records.ts";
import type { SignedIn } from "../../../harness/server/console.ts";

export async function keysOf(session: SignedIn): Promise<Keys["keys"]> {
  const { body } = await session.call<Keys>({ path: "/keys" });
  return body.keys;
}

export async function keyIdOf(session: SignedIn): Promise<string> {
  const { body } = await session.call<{ key: { id: string } }>({ path: "/session" });
  return body.key.id;
}
