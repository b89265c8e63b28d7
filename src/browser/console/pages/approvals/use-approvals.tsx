// Whether changes of destinations wait for a second person, and how they are asked for.
import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { type AskedChange, askForChange, useChangeRequests } from "../../api/change-requests.ts";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useRights, useSession } from "../../app/session/session.tsx";
import { messages } from "../../app/text/language.ts";

export function useApprovals(merchantId: string) {
  const { mayWrite } = useRights();
  const readAgain = useReadAgain("change-requests", "audit");
  const { user } = useSession();
  const { data } = useChangeRequests(mayWrite, merchantId);
  const isRequired = data?.isRequired ?? false;
  const waiting = (data?.requests ?? []).filter(({ isOutdated }) => !isOutdated);
  return {
    /** Whether the caller can make or ask for changes: a key asks for nothing. */
    mayChange: mayWrite && !(isRequired && user === null),

    /** The assets (CAIP-19) whose destinations have a change that can still be approved. */
    waitingAssets: waiting.flatMap(({ before, after }) => [...before, ...after].map(({ asset }) => asset)),

    /** Makes the change, or asks a second person for it. @param direct makes it */
    make: (apiKey: string, change: AskedChange, direct: () => Promise<unknown>): Promise<unknown> =>
      isRequired ? askForChange(apiKey, { merchantId, change }) : direct(),

    /** The explanation of a change, with what comes before it takes effect. */
    explained: (explanation: ReactNode): ReactNode =>
      isRequired ? (
        <Stack gap="sm">
          {explanation}
          <Text size="sm" fw={600}>
            {messages().approvals.asking.note}
          </Text>
        </Stack>
      ) : (
        explanation
      ),

    /** The button of a change. Asking for it is not dangerous. */
    button: (confirmLabel: string, isDangerous: boolean) =>
      isRequired
        ? { confirmLabel: messages().approvals.asking.action, isDangerous: false }
        : { confirmLabel, isDangerous },

    /** Says that the change waits. False if it was made. */
    announced(): boolean {
      if (!isRequired) return false;
      const { done, doneText } = messages().approvals.asking;
      notifications.show({ title: done, message: doneText });
      void readAgain();
      return true;
    },
  };
}
