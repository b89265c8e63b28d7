// Creates payments like a till: enter the amount, show the code, show the outcome, start over.

import { Card } from "../../../app/display/card.tsx";
import { EmptyState } from "../../../app/display/empty-state.tsx";
import { ButtonLink } from "../../../app/display/links.tsx";
import { FailureNote, LoadingBox } from "../../../app/failure/states.tsx";
import { useMerchantChoices } from "../../../app/fields/merchant-select.tsx";
import { Page } from "../../../app/layout/page.tsx";
import { useRights, useSession } from "../../../app/session/session.tsx";
import { useLastTill } from "../../../app/session/use-last-till.ts";
import { messages } from "../../../app/text/language.ts";
import { useOpenSale } from "../sale/open-sale.ts";
import { Sales, useTurns } from "./sales.tsx";

export function NewPaymentPage() {
  const { app, newPayment: texts } = messages();
  const { maySell } = useRights();
  return (
    <Page title={app.places.newPayment} description={texts.text}>
      {maySell ? (
        <Till />
      ) : (
        <Card>
          <EmptyState icon="lock" title={texts.forbidden}>
            {texts.forbiddenText}
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}

function Till() {
  const { partner } = useSession();
  const choice = useLastTill(partner.id);
  const [{ merchant }] = choice;
  const turns = useTurns(useOpenSale(partner.id));
  const all = useMerchantChoices("");
  if (all.error && !all.data) return <FailureNote error={all.error} retry={() => void all.refetch()} />;
  if (!all.data) return <LoadingBox height={480} />;
  const [only, ...others] = all.data.merchants;
  if (!only && !merchant) return <NoMerchant />;
  return <Sales merchant={merchant ?? (only && others.length === 0 ? only : null)} choice={choice} turns={turns} />;
}

function NoMerchant() {
  const { noMerchant: texts } = messages().newPayment;
  return (
    <Card>
      <EmptyState icon="merchants" title={texts.title} actions={<ButtonLink to="/merchants">{texts.add}</ButtonLink>}>
        {texts.text}
      </EmptyState>
    </Card>
  );
}
