// Sales one after another: the entry of the amount, and above it the sale that is open.
import { useState } from "react";
import type { ChosenMerchant } from "../../../app/fields/merchant-select.tsx";
import type { useLastTill } from "../../../app/session/use-last-till.ts";
import { type useOpenSale, withStatus } from "../sale/open-sale.ts";
import { SaleScreen } from "../sale/sale-screen.tsx";
import { NewSale } from "./new-sale.tsx";

/** Each sale has a new entry, which starts empty or with the previous amount. */
export function useTurns([sale, setSale, forgetSale]: ReturnType<typeof useOpenSale>) {
  const [turn, setTurn] = useState({ number: 0, value: 0n });
  const next = (keepsAmount: boolean) => {
    setTurn(({ number }) => ({
      number: number + 1,
      value: keepsAmount && sale ? BigInt(sale.value) - BigInt(sale.tip ?? "0") : 0n,
    }));
    forgetSale();
  };
  return { turn, next, sale, setSale };
}

interface SalesProps {
  readonly merchant: ChosenMerchant | null;
  readonly choice: ReturnType<typeof useLastTill>;
  readonly turns: ReturnType<typeof useTurns>;
}

export function Sales({ merchant, choice: [{ currency }, onTill], turns: { turn, next, sale, setSale } }: SalesProps) {
  return (
    <>
      <NewSale
        key={turn.number}
        isCovered={sale !== null}
        merchant={merchant}
        currency={currency}
        onTill={onTill}
        firstValue={turn.value}
        onCreated={setSale}
      />
      {sale && (
        <SaleScreen
          key={sale.paymentId}
          sale={sale}
          onNext={next}
          onStatus={(status) => setSale(withStatus(sale.paymentId, status))}
        />
      )}
    </>
  );
}
