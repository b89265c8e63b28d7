import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const PaymentPage = () => (
  <Page title="Payment">
    <LoadingRows />
  </Page>
);
