import { Page } from "../../app/page.tsx";
import { LoadingRows } from "../../app/states.tsx";

export const AuditPage = () => (
  <Page title="Audit log">
    <LoadingRows />
  </Page>
);
