import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const PaymentsPage = () => (
  <Page title="Payments">
    <LoadingRows />
  </Page>
);
