// Placeholders for empty, loading and failed content.
import { Box, Button, Code, EmptyState, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { failureOf } from "./failure.ts";
import { Icon, type IconName } from "./icon.tsx";

interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  /** Why it is empty, and what fills it. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export const Nothing = ({ icon, title, children, actions }: NothingProps) => (
  <EmptyState icon={<Icon name={icon} size={26} />} withIndicatorBackground title={title} py="xl" px="md">
    <EmptyState.Description maw="26rem">{children}</EmptyState.Description>
    {actions && <EmptyState.Actions>{actions}</EmptyState.Actions>}
  </EmptyState>
);

/** Replaces content that failed to load. */
export function FailureNote({ error, retry }: { readonly error: unknown; readonly retry?: (() => void) | undefined }) {
  const { title, whatToDo, requestId, mayRetry } = failureOf(error);
  return (
    <Box role="alert">
      <Nothing
        icon="alert"
        title={title}
        actions={
          mayRetry &&
          retry && (
            <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={retry}>
              Try again
            </Button>
          )
        }
      >
        {whatToDo}
        {requestId && (
          <Text span display="block" size="sm" mt="xs">
            Request ID: <Code>{requestId}</Code>
          </Text>
        )}
      </Nothing>
    </Box>
  );
}

/** Replaces a list while it loads. */
export const LoadingRows = ({ rows = 6, height = 44 }: { readonly rows?: number; readonly height?: number }) => (
  <Stack gap="xs" role="status" p="md">
    <VisuallyHidden>Loading</VisuallyHidden>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <Skeleton key={row} height={height} radius="md" />
    ))}
  </Stack>
);

/** Replaces content of known height while it loads. */
export const LoadingBox = ({ height }: { readonly height: number | string }) => (
  <Box role="status">
    <VisuallyHidden>Loading</VisuallyHidden>
    <Skeleton height={height} radius="lg" />
  </Box>
);
