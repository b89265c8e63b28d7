// Signs out an idle console after a warning. The server can't tell: live updates keep the session active.
import { Button, Group, Modal, Text } from "@mantine/core";
import { useIdle, useInterval } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { readSession } from "../../api/session.ts";
import { Filled } from "../text/filled.tsx";
import { locale, messages } from "../text/language.ts";
import { useSessionControl } from "./session.tsx";

/** Two minutes before the server's own limit of 30 minutes. */
const IDLE_MS = 28 * 60_000;
const WARNING_S = 120;

export function IdleWatch() {
  const isIdle = useIdle(IDLE_MS, { initialState: false });
  const [isWarned, setWarned] = useState(false);
  useEffect(() => {
    if (isIdle) setWarned(true);
  }, [isIdle]);
  return isWarned ? <IdleWarning stay={() => setWarned(false)} /> : null;
}

function IdleWarning({ stay }: { readonly stay: () => void }) {
  const { leave } = useSessionControl();
  const { idle: texts, account } = messages().app;
  const [leftS, setLeftS] = useState(WARNING_S);
  useInterval(() => setLeftS((before) => before - 1), 1_000, { autoInvoke: true });
  useEffect(() => {
    if (leftS <= 0) void leave();
  }, [leftS, leave]);
  const stayHere = () => {
    stay();
    void readSession();
  };
  return (
    <Modal opened onClose={stayHere} title={texts.title} withCloseButton={false}>
      <Text>
        <Filled
          message={texts.text}
          values={{
            time: (
              <Text span fw={600} className="amount" role="timer">
                {secondsText(Math.max(leftS, 0))}
              </Text>
            ),
          }}
        />
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => void leave()}>
          {account.signOut}
        </Button>
        <Button onClick={stayHere} data-autofocus>
          {texts.stay}
        </Button>
      </Group>
    </Modal>
  );
}

const secondsText = (seconds: number): string =>
  new Intl.NumberFormat(locale(), { style: "unit", unit: "second", unitDisplay: "short" }).format(seconds);
