// Creates payments like a till: enter the amount, show the code, show the outcome, start over.
import { messages } from "../../app/language.ts";
import { ButtonLink } from "../../app/links.tsx";
import { Nothing } from "../../app/nothing.tsx";
import { Page } from "../../app/page.tsx";
import { useRights, useSession } from "../../app/session.tsx";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { Surface } from "../../app/surface.tsx";
import { useMerchantChoices } from "../merchants/merchant-select.tsx";
import { useOpenSale } from "./open-sale.ts";
import { Sales, useTurns } from "./sales.tsx";
import { useLastTill } from "./use-last-till.ts";

export function NewPaymentPage() {
  const { app, newPayment: texts } = messages();
  const { maySell } = useRights();
  return (
    <Page title={app.places.newPayment} description={texts.text}>
      {maySell ? (
        <Till />
      ) : (
        <Surface>
          <Nothing icon="lock" title={texts.forbidden}>
            {texts.forbiddenText}
          </Nothing>
        </Surface>
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
  if (all.error) return <FailureNote error={all.error} retry={() => void all.refetch()} />;
  if (!all.data) return <LoadingBox height={480} />;
  const [only, ...others] = all.data.merchants;
  if (!only && !merchant) return <NoMerchant />;
  return <Sales merchant={merchant ?? (only && others.length === 0 ? only : null)} choice={choice} turns={turns} />;
}

function NoMerchant() {
  const { noMerchant: texts } = messages().newPayment;
  return (
    <Surface>
      <Nothing icon="merchants" title={texts.title} actions={<ButtonLink to="/merchants">{texts.add}</ButtonLink>}>
        {texts.text}
      </Nothing>
    </Surface>
  );
}
