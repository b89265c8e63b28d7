// The payment link of an open payment, as a QR code and as text.
import { Box, Button, CopyButton, Stack, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { clockText } from "../../../../clock-text.ts";
import { serverNowMs } from "../../../api/connection.ts";
import type { ConsolePayment } from "../../../api/payment.ts";
import { Card } from "../../../app/display/card.tsx";
import { Icon } from "../../../app/display/icon.tsx";
import { QrCode } from "../../../app/display/qr-code.tsx";
import { countedText, filledText, locale, messages } from "../../../app/text/language.ts";

export function PayLink({ payment: { gatewayUrl, expiresAt } }: { readonly payment: ConsolePayment }) {
  const {
    app,
    payment: { link: texts },
  } = messages();
  return (
    <Card title={texts.title} note={<LeftTime untilS={expiresAt} />}>
      <Stack align="center" gap="md">
        <Box w="100%" maw={220}>
          <QrCode text={gatewayUrl} label={texts.qr} size={220} />
        </Box>
        <Text size="sm" dir="ltr" ff="monospace" ta="center" style={{ overflowWrap: "anywhere" }}>
          <a href={gatewayUrl} target="_blank" rel="noreferrer" style={{ color: "var(--busy)" }}>
            {gatewayUrl}
          </a>
        </Text>
        <CopyButton value={gatewayUrl}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              fullWidth
              onClick={copy}
              leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}
            >
              {copied ? app.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Card>
  );
}

function LeftTime({ untilS }: { readonly untilS: number }) {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useInterval(() => setNowMs(serverNowMs()), 1_000, { autoInvoke: true });
  return (
    <span className="amount" role="timer">
      {leftText(untilS - Math.floor(nowMs / 1_000))}
    </span>
  );
}

function leftText(leftS: number): string {
  const { link: texts } = messages().payment;
  if (leftS <= 0) return texts.expired;
  const hours = Math.floor(leftS / 3_600);
  if (hours >= 48) return countedText(texts.expiresInDays, Math.floor(hours / 24));
  return filledText(texts.expiresIn, { time: clockText(leftS, locale()) });
}
