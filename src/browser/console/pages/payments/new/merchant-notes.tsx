// Warns early if the chosen merchant can't be paid.
import { hasAnyTreasury, useAssets } from "../../../api/assets.ts";
import { useMerchant } from "../../../api/merchants.ts";
import { AnchorLink } from "../../../app/display/links.tsx";
import { Note } from "../../../app/display/note.tsx";
import { messages } from "../../../app/text/language.ts";

export function MerchantNotes({ merchantId }: { readonly merchantId: string }) {
  const { data: merchant } = useMerchant(merchantId);
  const { data: assets } = useAssets();
  const { merchant: texts } = messages().newPayment;
  if (!merchant || !assets) return null;
  const isPayable = merchant.settlements.crypto.length > 0 || hasAnyTreasury(assets);
  if (merchant.status === "active" && isPayable) return null;
  return (
    <Note title={merchant.status === "active" ? texts.noDestination : texts.notActive}>
      {merchant.status === "active" ? texts.noDestinationText : texts.notActiveText[merchant.status]}{" "}
      <AnchorLink to="/merchants/$merchantId" params={{ merchantId }} inherit>
        {texts.view}
      </AnchorLink>
    </Note>
  );
}
