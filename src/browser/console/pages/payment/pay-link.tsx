// The payment link of an open payment, as a QR code and as text.
import { Box, Button, CopyButton, Stack, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import type { ConsolePayment } from "../../api/payment.ts";
import { Icon } from "../../app/icon.tsx";
import { QrCode } from "../../app/qr-code.tsx";
import { Surface } from "../../app/surface.tsx";

export function PayLink({ payment: { gatewayUrl, expiresAt } }: { readonly payment: ConsolePayment }) {
  return (
    <Surface title="Payment link" note={<LeftTime untilS={expiresAt} />}>
      <Stack align="center" gap="md">
        <Box w="100%" maw={220}>
          <QrCode text={gatewayUrl} label="QR code for the payment link" size={220} />
        </Box>
        <Text size="sm" ff="monospace" ta="center" style={{ overflowWrap: "anywhere" }}>
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
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Surface>
  );
}

function LeftTime({ untilS }: { readonly untilS: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useInterval(() => setNowMs(Date.now()), 1_000, { autoInvoke: true });
  return (
    <span className="amount" role="timer">
      {leftText(untilS - Math.floor(nowMs / 1_000))}
    </span>
  );
}

function leftText(leftS: number): string {
  if (leftS <= 0) return "Expired";
  const hours = Math.floor(leftS / 3_600);
  if (hours >= 48) return `Expires in ${Math.floor(hours / 24)} days`;
  const minutes = Math.floor((leftS % 3_600) / 60);
  const two = (value: number) => String(value).padStart(2, "0");
  return `Expires in ${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(leftS % 60)}`;
}
