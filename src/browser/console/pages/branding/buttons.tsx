// Open the branding of a merchant, or of all that have none.
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { changeBranding, readBranding } from "../../api/branding.ts";
import { type Merchant, merchants } from "../../api/merchants.ts";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useRights } from "../../app/session/session.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { BrandingDialog, type BrandingDialogProps } from "./dialog.tsx";

export function MerchantBranding({ merchant }: { readonly merchant: Merchant }) {
  const { branding: texts } = messages();
  const readAgain = useReadAgain("merchants", "audit");
  return (
    <BrandingButton
      title={filledText(texts.ofMerchant, { merchant: merchant.name })}
      branding={merchant.branding ?? null}
      save={(branding) => merchants.update(merchant.id, { branding }).finally(readAgain)}
    />
  );
}

/** Only owners see it. */
export function PartnerBranding() {
  const { branding: texts } = messages();
  const { mayOwn } = useRights();
  const readAgain = useReadAgain("branding", "audit");
  const found = useQuery({
    queryKey: ["branding"],
    queryFn: ({ signal }) => readBranding(signal),
    enabled: mayOwn,
  });
  if (!mayOwn || !found.data) return null;
  return (
    <BrandingButton
      title={texts.ofAll}
      note={texts.ofAllText}
      branding={found.data.branding}
      save={(branding) => changeBranding(branding).finally(readAgain)}
    />
  );
}

function BrandingButton(dialog: Omit<BrandingDialogProps, "close">) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        {messages().branding.open}
      </Button>
      {isOpen && <BrandingDialog {...dialog} close={close} />}
    </>
  );
}
