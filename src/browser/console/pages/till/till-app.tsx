// The program of a paired till: charging, and today's sales.
import { Alert, Box, Group, SegmentedControl, Text } from "@mantine/core";
import { useDocumentTitle, useNetwork } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { merchants } from "../../api/merchants.ts";
import { Icon } from "../../app/icon.tsx";
import { Mark } from "../../app/mark.tsx";
import { useSession } from "../../app/session.tsx";
import { useOwnScreen } from "../../app/shell.ts";
import { FailureNote, LoadingBox } from "../../app/states.tsx";
import { NewSale } from "../new-payment/new-sale.tsx";
import { useOpenSale } from "../new-payment/open-sale.ts";
import { SaleScreen } from "../new-payment/sale-screen.tsx";
import { useLastTill } from "../new-payment/use-last-till.ts";
import { keepShell } from "./offline.ts";
import classes from "./till.module.css";
import { Today } from "./today.tsx";

export function TillApp() {
  useDocumentTitle("Till · Turnpike");
  useOwnScreen();
  const { till } = useSession();
  useEffect(keepShell, []);
  const [place, setPlace] = useState<"charge" | "today">("charge");
  const { online } = useNetwork();
  return (
    <main className={classes.page}>
      <Group justify="space-between" className={classes.head ?? ""} gap="sm">
        <Group gap={10} wrap="nowrap" miw={0}>
          <Mark />
          <Text component="h1" fw={650} truncate>
            {till?.name}
          </Text>
        </Group>
        <SegmentedControl
          aria-label="Page"
          data={[
            { value: "charge", label: "Charge" },
            { value: "today", label: "Today" },
          ]}
          value={place}
          onChange={(chosen) => setPlace(chosen === "today" ? "today" : "charge")}
        />
      </Group>
      <Box role="status">
        {!online && (
          <Alert color="orange" variant="light" icon={<Icon name="alert" />} title="No connection" mb="md">
            New sales wait until the device is online again. A sale whose code was already shown can still be paid.
          </Alert>
        )}
      </Box>
      {place === "charge" ? <Charge /> : <Today />}
    </main>
  );
}

function Charge() {
  const session = useSession();
  const id = session.till?.id ?? "";
  const [kept, setKept] = useLastTill(id);
  const [sale, setSale, forgetSale] = useOpenSale(id);
  const [turn, setTurn] = useState({ number: 0, value: 0n });
  const all = useQuery({
    queryKey: ["merchants", "till"],
    queryFn: ({ signal }) => merchants.listPage({}, { signal }),
  });
  const [merchant] = all.data?.merchants ?? [];
  const next = (keepsAmount: boolean) => {
    setTurn(({ number }) => ({ number: number + 1, value: keepsAmount && sale ? BigInt(sale.value) : 0n }));
    forgetSale();
  };
  if (all.error && !kept.merchant) return <FailureNote error={all.error} retry={() => void all.refetch()} />;
  if (!merchant && !kept.merchant) return <LoadingBox height={480} />;
  return (
    <>
      <NewSale
        key={turn.number}
        merchant={merchant ?? kept.merchant}
        currency={kept.currency}
        onTill={setKept}
        firstValue={turn.value}
        onCreated={(created) => {
          setKept({ ...kept, merchant: { id: created.merchantId, name: created.merchantName } });
          setSale(created);
        }}
      />
      {sale && <SaleScreen sale={sale} onNext={next} />}
    </>
  );
}
