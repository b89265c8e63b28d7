import { DataList } from "@mantine/core";
import type { Merchant } from "../../api/merchants.ts";
import { Card } from "../../app/display/card.tsx";
import { ShortText } from "../../app/display/copy.tsx";
import { AnchorLink } from "../../app/display/links.tsx";
import { messages } from "../../app/text/language.ts";
import { Moment } from "../../app/text/moment.tsx";

export function Profile({ merchant }: { readonly merchant: Merchant }) {
  const { profile: texts } = messages().merchant;
  return (
    <Card>
      <DataList size="md" labelWidth="5.5rem">
        <DataList.Item>
          <DataList.ItemLabel>{texts.id}</DataList.ItemLabel>
          <DataList.ItemValue>
            <ShortText value={merchant.id} label={texts.copyId} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{texts.email}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: "anywhere" }}>
            <bdi>{merchant.email ?? texts.noEmail}</bdi>
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{texts.added}</DataList.ItemLabel>
          <DataList.ItemValue>
            <Moment at={merchant.createdAt} />
          </DataList.ItemValue>
        </DataList.Item>
        <DataList.Item>
          <DataList.ItemLabel>{texts.payments}</DataList.ItemLabel>
          <DataList.ItemValue>
            <AnchorLink to="/payments" search={{ merchantId: [merchant.id] }}>
              {texts.viewPayments}
            </AnchorLink>
          </DataList.ItemValue>
        </DataList.Item>
      </DataList>
    </Card>
  );
}
