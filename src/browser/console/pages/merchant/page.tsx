import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const MerchantPage = () => (
  <Page title="Merchant">
    <LoadingRows />
  </Page>
);
