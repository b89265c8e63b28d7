import { Text } from "@mantine/core";
import { messages } from "../../app/language.ts";
import { useSession } from "../../app/session.tsx";

/** Only where no real money moves. */
export const TestNote = () =>
  useSession().isTestNet && (
    <Text size="sm" fw={600} c="var(--warn)" bg="var(--warn-ground)" w="fit-content" mx="auto" px="sm" py={2} bdrs="md">
      {messages().newPayment.testNet}
    </Text>
  );
