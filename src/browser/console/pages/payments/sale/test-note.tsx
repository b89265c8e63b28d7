import { Text } from "@mantine/core";
import { useSession } from "../../../app/session/session.tsx";
import { messages } from "../../../app/text/language.ts";

/** Only where no real money moves. Pages of test mode say so already, except for a till's. */
export function TestNote() {
  const { isTestNet, livemode, till } = useSession();
  if (!isTestNet || !(livemode || till)) return null;
  return (
    <Text size="sm" fw={600} c="var(--warn)" bg="var(--warn-ground)" w="fit-content" mx="auto" px="sm" py={2} bdrs="md">
      {messages().newPayment.testNet}
    </Text>
  );
}
