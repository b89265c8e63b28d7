import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const NewPaymentPage = () => (
  <Page title="New payment">
    <LoadingRows />
  </Page>
);
