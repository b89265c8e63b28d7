import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "../../app/display/icon.tsx";
import { Page } from "../../app/layout/page.tsx";
import { useRights } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";
import { PartnerBranding } from "../branding/buttons.tsx";
import { MerchantFilters } from "./filters.tsx";
import { MerchantList } from "./list.tsx";
import { NewMerchantDialog } from "./new-merchant-dialog.tsx";

export function MerchantsPage() {
  const { app, merchants: texts } = messages();
  const { mayWriteAll: mayWrite } = useRights();
  const [isOpen, { open, close }] = useDisclosure(false);
  const add = mayWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={open}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={app.places.merchants}
      description={texts.text}
      actions={
        <>
          <PartnerBranding />
          {add}
        </>
      }
    >
      <MerchantFilters />
      <MerchantList add={add} />
      <NewMerchantDialog isOpen={isOpen} close={close} />
    </Page>
  );
}
