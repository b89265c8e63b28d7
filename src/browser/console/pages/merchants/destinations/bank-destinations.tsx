import { Group, Stack, Text } from "@mantine/core";
import type { FiatSettlement } from "../../../api/merchants.ts";
import { Badge } from "../../../app/display/badge.tsx";
import { Card } from "../../../app/display/card.tsx";
import { messages } from "../../../app/text/language.ts";

const TONES = { active: "good", inactive: "calm", pending: "busy" } as const satisfies Record<
  FiatSettlement["status"],
  string
>;

export function BankDestinations({ destinations }: { readonly destinations: readonly FiatSettlement[] }) {
  const { bank: texts } = messages().merchant;
  return (
    <Card title={texts.title} note={texts.text}>
      <Stack gap="sm">
        {destinations.map(({ id, status, bankType }) => (
          <Group key={id} justify="space-between">
            <div>
              <Text fw={600}>{bankType.toUpperCase()}</Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                <bdi>{id}</bdi>
              </Text>
            </div>
            <Badge tone={TONES[status]}>{texts.status[status]}</Badge>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
