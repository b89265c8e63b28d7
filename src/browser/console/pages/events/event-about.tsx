// The subject of an event: its payment, merchant, destination or endpoint.
import { Fragment } from "react";
import { type AcceptedAsset, useAssets } from "../../api/assets.ts";
import { useMerchantNames } from "../../api/merchants.ts";
import type { PartnerEvent } from "../../api/webhooks.ts";
import { shortId } from "../../app/display/merchant-link.tsx";
import { addressOf, assetNameIn } from "../../app/text/asset-name.ts";
import { messages } from "../../app/text/language.ts";
import { amountText } from "../../app/text/money-text.ts";

export function EventAbout({ event }: { readonly event: PartnerEvent }) {
  const { data: assets = [] } = useAssets();
  const names = useMerchantNames();
  return partsOf(event, assets, names).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && " · "}
      <bdi>{part}</bdi>
    </Fragment>
  ));
}

/** At least one, each a different text. */
function partsOf(
  { id, data, paymentId, merchantId }: PartnerEvent,
  assets: readonly AcceptedAsset[],
  names: ReadonlyMap<string, string>,
): readonly string[] {
  const { payment, exception, settlement, merchant, webhookEndpoint } = data;
  const merchantName = merchantId === undefined ? null : (names.get(merchantId) ?? shortId(merchantId));
  const parts = [
    payment && [payment.referenceId, amountText(payment.fiatAmount), payment.merchant.name],
    exception && [
      messages().exceptions.kinds[exception.kind].title,
      exception.amount && amountText(exception.amount),
      shortId(exception.paymentId),
    ],
    settlement && [assetNameIn(assets, settlement.asset), shortId(addressOf(settlement.destination)), merchantName],
    merchant && [merchant.name, merchant.email],
    webhookEndpoint && [webhookEndpoint.description, webhookEndpoint.url],
  ].flatMap((each) => each ?? []);
  const known = parts.filter((part) => part !== null && part !== undefined);
  return known.length > 0 ? [...new Set(known)] : [paymentId ?? merchantName ?? id];
}
