// The buyer's entries on the payment link that the payment was created on.
import { useQuery } from "@tanstack/react-query";
import type { ConsolePayment } from "../../../api/payment.ts";
import { payments } from "../../../api/payments.ts";
import { Card } from "../../../app/display/card.tsx";
import { AnchorLink } from "../../../app/display/links.tsx";
import { Row, Rows } from "../../../app/display/rows.tsx";
import { messages } from "../../../app/text/language.ts";

export function Entered({ payment: { paymentId, merchant } }: { readonly payment: ConsolePayment }) {
  const { entered: texts } = messages().payment;
  const { data } = useQuery({
    queryKey: ["payment", paymentId, "link"],
    queryFn: async ({ signal }) =>
      (await payments.get(paymentId, { merchantId: merchant.id, signal })).paymentLink ?? null,
  });
  if (!data) return null;
  return (
    <Card
      title={texts.title}
      actions={
        <AnchorLink to="/payment-links/$linkId" params={{ linkId: data.id }} size="sm">
          {texts.open}
        </AnchorLink>
      }
    >
      {data.fields === null ? (
        texts.unreadable
      ) : data.fields.length === 0 ? (
        texts.nothing
      ) : (
        <Rows>
          {data.fields.map(({ label, value }) => (
            <Row key={label} label={label}>
              <bdi>{value}</bdi>
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  );
}
