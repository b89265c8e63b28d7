// Creates payments like a till: enter the amount, show the code, show the outcome, start over.
import { useState } from "react";
import { ButtonLink } from "../../app/links.tsx";
import { Page } from "../../app/page.tsx";
import { useRights, useSession } from "../../app/session.tsx";
import { FailureNote, LoadingBox, Nothing } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { useMerchantChoices } from "../merchants/merchant-select.tsx";
import { NewSale } from "./new-sale.tsx";
import { useOpenSale } from "./open-sale.ts";
import { SaleScreen } from "./sale-screen.tsx";
import { useLastTill } from "./use-last-till.ts";

export function NewPaymentPage() {
  const { maySell } = useRights();
  return (
    <Page title="New payment" description="Enter the amount, let the buyer scan the code, and see it paid.">
      {maySell ? (
        <Till />
      ) : (
        <Surface>
          <Nothing icon="lock" title="You can't take payments">
            Cashiers, managers, owners and partner keys can.
          </Nothing>
        </Surface>
      )}
    </Page>
  );
}

function Till() {
  const { partner } = useSession();
  const [till, setTill] = useLastTill(partner.id);
  const [sale, setSale, forgetSale] = useOpenSale(partner.id);
  const [turn, setTurn] = useState({ number: 0, value: 0n });
  const all = useMerchantChoices("");
  if (all.error) return <FailureNote error={all.error} retry={() => void all.refetch()} />;
  if (!all.data) return <LoadingBox height={480} />;
  const [only, ...others] = all.data.merchants;
  if (!only && !till.merchant) return <NoMerchant />;

  const next = (keepsAmount: boolean) => {
    setTurn(({ number }) => ({ number: number + 1, value: keepsAmount && sale ? BigInt(sale.value) : 0n }));
    forgetSale();
  };
  return (
    <>
      <NewSale
        key={turn.number}
        merchant={till.merchant ?? (only && others.length === 0 ? only : null)}
        currency={till.currency}
        onTill={setTill}
        firstValue={turn.value}
        onCreated={setSale}
      />
      {sale && <SaleScreen sale={sale} onNext={next} />}
    </>
  );
}

const NoMerchant = () => (
  <Surface>
    <Nothing icon="merchants" title="No merchants yet" actions={<ButtonLink to="/merchants">Add merchant</ButtonLink>}>
      Every payment belongs to a merchant: the shop that gets the money and whose name and logo the buyer sees.
    </Nothing>
  </Surface>
);
