// The program of a paired till: charging, and today's sales.
import { Alert, Box, Group, SegmentedControl, Text } from "@mantine/core";
import { useDocumentTitle, useWindowEvent } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { merchants } from "../../api/merchants.ts";
import { useOnline } from "../../api/online.ts";
import { Icon } from "../../app/display/icon.tsx";
import { Mark } from "../../app/display/mark.tsx";
import { FailureNote, LoadingBox } from "../../app/failure/states.tsx";
import { useOwnScreen } from "../../app/layout/shell.ts";
import { useSession, useSessionControl } from "../../app/session/session.tsx";
import { useLastTill } from "../../app/session/use-last-till.ts";
import { messages } from "../../app/text/language.ts";
import { Sales, useTurns } from "../payments/new/sales.tsx";
import { allowSound } from "../payments/sale/chime.ts";
import { useTillSale } from "../payments/sale/open-sale.ts";
import { keepShell } from "./offline.ts";
import classes from "./till.module.css";
import { Today } from "./today.tsx";

export function TillApp() {
  const { till: texts } = messages();
  useDocumentTitle(`${texts.title} · Turnpike`);
  useOwnScreen();
  const { till } = useSession();
  useEffect(keepShell, []);
  useWindowEvent("pointerdown", allowSound);
  useWindowEvent("keydown", allowSound);
  const [place, setPlace] = useState<"charge" | "today">("charge");
  const { state } = useSessionControl();
  const isOnline = useOnline();
  const isOffline = !isOnline || (state.type === "signed-in" && state.isUnread);
  return (
    <main className={classes.page}>
      <Group justify="space-between" className={classes.head ?? ""} gap="sm">
        <Group gap={10} wrap="nowrap" miw={0}>
          <Mark />
          <Text component="h1" dir="auto" fw={650} truncate>
            {till?.name}
          </Text>
        </Group>
        <SegmentedControl
          aria-label={texts.pages}
          data={[
            { value: "charge", label: texts.charge },
            { value: "today", label: texts.today },
          ]}
          value={place}
          onChange={(chosen) => setPlace(chosen === "today" ? "today" : "charge")}
        />
      </Group>
      <Box role="status">
        {isOffline && (
          <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={texts.offline} mb="md">
            {texts.offlineText}
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
  const choice = useLastTill(id);
  const [kept, setKept] = choice;
  const turns = useTurns(useTillSale(id));
  const all = useQuery({
    queryKey: ["merchants", "till"],
    queryFn: ({ signal }) => merchants.listPage({}, { signal }),
  });
  const [merchant] = all.data?.merchants ?? [];
  useEffect(() => {
    if (merchant && merchant.id !== kept.merchant?.id)
      setKept((before) => ({ ...before, merchant: { id: merchant.id, name: merchant.name } }));
  }, [merchant, kept.merchant?.id, setKept]);
  if (all.error && !kept.merchant) return <FailureNote error={all.error} retry={() => void all.refetch()} />;
  if (!merchant && !kept.merchant) return <LoadingBox height={480} />;
  return <Sales merchant={merchant ?? kept.merchant} choice={choice} turns={turns} />;
}
