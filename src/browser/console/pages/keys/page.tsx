import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const KeysPage = () => (
  <Page title="Keys">
    <LoadingRows />
  </Page>
);
