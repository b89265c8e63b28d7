// Decisions about a change that waits. Approving asks who the person is.
import { Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { ApiError } from "../../../../client/errors.ts";
import { approveChange, type ChangeRequest, rejectChange, withdrawChange } from "../../api/change-requests.ts";
import { failureNotice } from "../../app/failure/failure-alert.tsx";
import { useReadAgain } from "../../app/loading/read-again.ts";
import { useConfirmedKey } from "../../app/session/confirmed-key.tsx";
import { filledText, messages } from "../../app/text/language.ts";
import { Move, nameOf } from "./request-text.tsx";

export function useDecisions(request: ChangeRequest) {
  const ask = useConfirmedKey();
  const readAgain = useReadAgain("change-requests", "merchants", "audit");

  /** Decides, and reports the outcome. */
  const decide = async (run: () => Promise<unknown>, done: { readonly title: string; readonly text: string }) => {
    try {
      await run();
      notifications.show({ title: done.title, message: done.text });
    } catch (error) {
      notifications.show(isClosed(error) ? { color: "red", ...closed() } : failureNotice(error));
    }
    void readAgain();
  };

  return {
    async approve() {
      const { question, done, doneText } = messages().approvals.approve;
      const outcome = await ask({
        title: question,
        explanation: <Explanation request={request} />,
        confirmLabel: messages().approvals.waiting.approve,
        run: (apiKey) =>
          approveChange(apiKey, request.id).catch((error: unknown) => {
            if (isClosed(error)) return "closed" as const;
            throw error;
          }),
      });
      if (outcome === null) return;
      if (outcome === "closed") notifications.show({ color: "red", ...closed() });
      else notifications.show({ title: done, message: doneText });
      void readAgain();
    },
    reject: () => decide(() => rejectChange(request.id), messages().approvals.rejected),
    withdraw: () => decide(() => withdrawChange(request.id), messages().approvals.withdrawn),
  };
}

const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === "request_closed";

const closed = () => {
  const { title, text } = messages().approvals.closed;
  return { title, message: text };
};

function Explanation({ request }: { readonly request: ChangeRequest }) {
  const { approvals, merchant } = messages();
  const { approve: texts, changes } = approvals;
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {changes[request.type]}
        {request.merchantName !== null && (
          <>
            {" · "}
            <bdi>{request.merchantName}</bdi>
          </>
        )}
      </Text>
      <Move request={request} />
      <Text size="sm">
        {request.type === "single_person"
          ? texts.single_person
          : request.type === "delete_merchant"
            ? merchant.delete.warning
            : filledText(texts.ask, { name: nameOf(request) })}
      </Text>
    </Stack>
  );
}
