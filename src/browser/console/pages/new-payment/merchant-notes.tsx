// What keeps the chosen merchant from being paid, said before a buyer stands there.
import { AnchorLink } from "../../app/links.tsx";
import { Note } from "../../app/note.tsx";
import { useMerchant } from "../merchant/use-merchant.ts";

export function MerchantNotes({ merchantId }: { readonly merchantId: string }) {
  const { data: merchant } = useMerchant(merchantId);
  if (!merchant || (merchant.status === "active" && merchant.settlements.crypto.length > 0)) return null;
  return (
    <Note title={merchant.status === "active" ? "No destination yet" : "Not active"}>
      {merchant.status === "active"
        ? "Nothing says where this merchant's money goes, so buyers may be offered no way to pay. "
        : `This merchant is ${merchant.status}; it takes no new payments. `}
      <AnchorLink to="/merchants/$merchantId" params={{ merchantId }} inherit>
        See the merchant
      </AnchorLink>
    </Note>
  );
}
