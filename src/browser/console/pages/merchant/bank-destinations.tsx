import { Group, Stack, Text } from "@mantine/core";
import type { FiatSettlement } from "../../api/merchants.ts";
import { Badge } from "../../app/badge.tsx";
import { Surface } from "../../app/surface.tsx";

const TONES = { active: "good", inactive: "calm", pending: "busy" } as const satisfies Record<
  FiatSettlement["status"],
  string
>;

export const BankDestinations = ({ destinations }: { readonly destinations: readonly FiatSettlement[] }) => (
  <Surface title="Bank accounts" note="Set up by the operator. They can't be changed here.">
    <Stack gap="sm">
      {destinations.map(({ id, status, bankType }) => (
        <Group key={id} justify="space-between">
          <div>
            <Text fw={600}>{bankType.toUpperCase()}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {id}
            </Text>
          </div>
          <Badge tone={TONES[status]}>{`${status.slice(0, 1).toUpperCase()}${status.slice(1)}`}</Badge>
        </Group>
      ))}
    </Stack>
  </Surface>
);
