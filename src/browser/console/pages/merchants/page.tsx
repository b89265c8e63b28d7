import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "../../app/icon.tsx";
import { Page } from "../../app/page.tsx";
import { useRights } from "../../app/session.tsx";
import { MerchantFilters } from "./filters.tsx";
import { MerchantList } from "./list.tsx";
import { NewMerchantDialog } from "./new-merchant-dialog.tsx";

export function MerchantsPage() {
  const { mayWriteAll: mayWrite } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={open}>
      New merchant
    </Button>
  );
  return (
    <Page
      title="Merchants"
      description="The shops that get paid: the name and logo buyers see, and where the money goes."
      actions={add}
    >
      <MerchantFilters />
      <MerchantList add={add} />
      <NewMerchantDialog isOpen={isOpen} close={close} />
    </Page>
  );
}
