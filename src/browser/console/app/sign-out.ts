import { notifications } from "@mantine/notifications";
import { failureOf } from "./failure.ts";
import { filledText, messages } from "./language.ts";
import { useSessionControl } from "./session.tsx";

/** @returns signs out, or tells that this was not possible */
export function useSignOut(): () => Promise<void> {
  const { leave } = useSessionControl();
  return () =>
    leave().catch((error: unknown) => {
      const { title, whatToDo } = failureOf(error);
      notifications.show({
        color: "red",
        title: filledText(messages().app.account.notSignedOut, { problem: title }),
        message: whatToDo,
      });
    });
}
