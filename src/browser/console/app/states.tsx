// Placeholders for empty, loading and failed content.
import { Box, Button, Code, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { failureOf } from "./failure.ts";
import { FailureDetail } from "./failure-alert.tsx";
import { Filled } from "./filled.tsx";
import { Icon } from "./icon.tsx";
import { messages } from "./language.ts";
import { Nothing } from "./nothing.tsx";
import { OfflineNote } from "./offline.tsx";
import { useOnline } from "./online.ts";

/** Replaces content that failed to load. */
export function FailureNote({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { title, whatToDo, detail, requestId, mayRetry } = failureOf(error);
  return (
    <Box role="alert">
      <Nothing
        icon="alert"
        title={title}
        actions={
          mayRetry &&
          retry && (
            <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={retry}>
              {messages().app.tryAgain}
            </Button>
          )
        }
      >
        {whatToDo}
        {detail && <FailureDetail text={detail} />}
        {requestId && (
          <Text span display="block" size="sm" mt="xs">
            <Filled message={messages().app.requestId} values={{ id: <Code>{requestId}</Code> }} />
          </Text>
        )}
      </Nothing>
    </Box>
  );
}

interface LoadingRowsProps {
  readonly rows?: number;
  readonly height?: number;
}

/** Replaces a list while it loads. */
export function LoadingRows({ rows = 6, height = 44 }: LoadingRowsProps) {
  if (!useOnline()) return <OfflineNote />;
  return (
    <Stack gap="xs" role="status" p="md">
      <VisuallyHidden>{messages().app.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}

/** Replaces content of known height while it loads. */
export function LoadingBox({ height }: { readonly height: number | string }) {
  if (!useOnline()) return <OfflineNote />;
  return (
    <Box role="status">
      <VisuallyHidden>{messages().app.loading}</VisuallyHidden>
      <Skeleton height={height} radius="lg" />
    </Box>
  );
}
