// Buyers who pay at the same time.
import type { TestServer } from "../harness/server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";

const AT_A_TIME = 50;

/** Takes payments until they have succeeded. @returns their ids */
export async function takePayments(server: TestServer, count: number): Promise<readonly string[]> {
  const left = Array.from({ length: count }, (_, index) => index);
  const taken: string[] = [];
  const shopper = async (): Promise<void> => {
    while (left.pop() !== undefined) {
      const paymentId = await createPayment(server);
      await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
      await untilFinal(server, paymentId);
      taken.push(paymentId);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, shopper));
  return taken;
}
