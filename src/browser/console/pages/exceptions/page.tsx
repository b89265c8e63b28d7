import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const ExceptionsPage = () => (
  <Page title="Exceptions">
    <LoadingRows />
  </Page>
);
