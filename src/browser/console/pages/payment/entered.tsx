// What the buyer entered on the payment link that the payment was created on.
import { useQuery } from "@tanstack/react-query";
import type { ConsolePayment } from "../../api/payment.ts";
import { payments } from "../../api/payments.ts";
import { AnchorLink } from "../../app/links.tsx";
import { Surface } from "../../app/surface.tsx";
import { Row, Rows } from "./facts.tsx";

export function Entered({ payment: { paymentId, merchant } }: { readonly payment: ConsolePayment }) {
  const { data } = useQuery({
    queryKey: ["payment", paymentId, "link"],
    queryFn: async ({ signal }) =>
      (await payments.get(paymentId, { merchantId: merchant.id, signal })).paymentLink ?? null,
  });
  if (!data) return null;
  return (
    <Surface
      title="Payment link"
      actions={
        <AnchorLink to="/payment-links/$linkId" params={{ linkId: data.id }} size="sm">
          Open the link
        </AnchorLink>
      }
    >
      {data.fields === null ? (
        "What the buyer entered can't be decrypted now. Ask the operator."
      ) : data.fields.length === 0 ? (
        "The buyer entered nothing."
      ) : (
        <Rows>
          {data.fields.map(({ label, value }) => (
            <Row key={label} label={label}>
              {value}
            </Row>
          ))}
        </Rows>
      )}
    </Surface>
  );
}
