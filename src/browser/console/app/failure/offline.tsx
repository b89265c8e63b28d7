// Tells that the device is offline: above every page, and instead of content that can't load.
import { Alert, Box, Button } from "@mantine/core";
import { tryConnection, useOnline } from "../../api/online.ts";
import { EmptyState } from "../display/empty-state.tsx";
import { Icon } from "../display/icon.tsx";
import { messages } from "../text/language.ts";

export function OfflineBanner() {
  const { offline: texts } = messages().app;
  const isOnline = useOnline();
  // The status exists before its content, so that screen readers announce it.
  return (
    <Box role="status">
      {!isOnline && (
        <Alert color="yellow" mb="md" icon={<Icon name="alert" />} title={texts.title}>
          {texts.text}
        </Alert>
      )}
    </Box>
  );
}

export const OfflineNote = () => (
  <EmptyState
    icon="alert"
    title={messages().app.offline.notLoaded}
    actions={
      <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={() => void tryConnection()}>
        {messages().app.tryAgain}
      </Button>
    }
  >
    {messages().app.offline.notLoadedText}
  </EmptyState>
);
