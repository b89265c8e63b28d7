// Renders a payment as a charge, for all charge endpoints.
import { type Charge, chargeToWire } from "../../../contract/commerce/charges.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { CheckedCall } from "../../endpoint.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { Services } from "../../services.ts";

/** @param payments of the caller's partner */
export async function chargesOf(
  { charges, chains }: Pick<Services, "charges" | "chains">,
  {
    caller,
    settings: { publicUrl },
  }: { readonly caller: { readonly partnerId: string } } & Pick<CheckedCall, "settings">,
  payments: readonly PaymentForBuyer[],
): Promise<Charge[]> {
  const details = await charges.find(
    caller.partnerId,
    payments.map(({ id }) => id),
  );
  const display = { find: shownAssets(chains), publicUrl };
  return payments.map((payment) => chargeToWire(payment, details.get(payment.id) ?? null, display));
}

export async function chargeOf(
  services: Pick<Services, "charges" | "chains">,
  call: Parameters<typeof chargesOf>[1],
  payment: PaymentForBuyer,
): Promise<Charge> {
  const [charge] = await chargesOf(services, call, [payment]);
  if (!charge) throw new TypeError("a payment is a charge");
  return charge;
}
