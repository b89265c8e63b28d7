// Warns early if the chosen merchant can't be paid.
import { AnchorLink } from "../../app/links.tsx";
import { Note } from "../../app/note.tsx";
import { useMerchant } from "../merchant/use-merchant.ts";

export function MerchantNotes({ merchantId }: { readonly merchantId: string }) {
  const { data: merchant } = useMerchant(merchantId);
  if (!merchant || (merchant.status === "active" && merchant.settlements.crypto.length > 0)) return null;
  return (
    <Note title={merchant.status === "active" ? "No destination yet" : "Not active"}>
      {merchant.status === "active"
        ? "This merchant has no destination for its money, so buyers may not be able to pay. "
        : `This merchant is ${merchant.status} and takes no new payments. `}
      <AnchorLink to="/merchants/$merchantId" params={{ merchantId }} inherit>
        View merchant
      </AnchorLink>
    </Note>
  );
}
