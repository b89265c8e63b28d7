import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const OverviewPage = () => (
  <Page title="Overview">
    <LoadingRows />
  </Page>
);
