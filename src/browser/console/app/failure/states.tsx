// Placeholders for empty, loading and failed content.
import { Box, Button, Code, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useOnline } from "../../api/online.ts";
import { EmptyState } from "../display/empty-state.tsx";
import { Icon } from "../display/icon.tsx";
import { Filled } from "../text/filled.tsx";
import { messages } from "../text/language.ts";
import { failureOf } from "./failure.ts";
import { FailureDetail } from "./failure-alert.tsx";
import { OfflineNote } from "./offline.tsx";

/** Replaces content that failed to load. */
export function FailureNote({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { title, whatToDo, detail, requestId, mayRetry } = failureOf(error);
  return (
    <Box role="alert">
      <EmptyState
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
      </EmptyState>
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
