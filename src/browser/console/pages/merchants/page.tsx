import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const MerchantsPage = () => (
  <Page title="Merchants">
    <LoadingRows />
  </Page>
);
