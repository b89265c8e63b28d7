import { DataList } from "@mantine/core";
import type { Merchant } from "../../api/merchants.ts";
import { ShortText } from "../../app/copy.tsx";
import { AnchorLink } from "../../app/links.tsx";
import { Moment } from "../../app/moment.tsx";
import { Surface } from "../../app/surface.tsx";

export const Profile = ({ merchant }: { readonly merchant: Merchant }) => (
  <Surface>
    <DataList size="md" labelWidth="5.5rem">
      <DataList.Item>
        <DataList.ItemLabel>ID</DataList.ItemLabel>
        <DataList.ItemValue>
          <ShortText value={merchant.id} label="Copy merchant ID" />
        </DataList.ItemValue>
      </DataList.Item>
      <DataList.Item>
        <DataList.ItemLabel>Email</DataList.ItemLabel>
        <DataList.ItemValue style={{ overflowWrap: "anywhere" }}>{merchant.email ?? "None"}</DataList.ItemValue>
      </DataList.Item>
      <DataList.Item>
        <DataList.ItemLabel>Added</DataList.ItemLabel>
        <DataList.ItemValue>
          <Moment at={merchant.createdAt} />
        </DataList.ItemValue>
      </DataList.Item>
      <DataList.Item>
        <DataList.ItemLabel>Payments</DataList.ItemLabel>
        <DataList.ItemValue>
          <AnchorLink to="/payments" search={{ merchantId: [merchant.id] }}>
            View payments
          </AnchorLink>
        </DataList.ItemValue>
      </DataList.Item>
    </DataList>
  </Surface>
);
