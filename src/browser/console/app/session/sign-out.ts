import { notifications } from "@mantine/notifications";
import { failureNotice } from "../failure/failure-alert.tsx";
import { filledText, messages } from "../text/language.ts";
import { useSessionControl } from "./session.tsx";

/** @returns signs out, or tells that this was not possible */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSessionControl();
  return () =>
    leave().catch((error: unknown) => {
      const notice = failureNotice(error);
      const title = filledText(messages().app.account.notSignedOut, { problem: notice.title });
      notifications.show({ ...notice, title });
    });
}
