// A card with an optional heading.
import { Box, Group, Paper, type PaperProps, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface CardProps extends Omit<PaperProps, "title"> {
  readonly title?: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** Set it if the content has its own padding, as a table does. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export const Card = ({ title, note, actions, flush = false, children, ...paper }: CardProps) => (
  <Paper component="section" shadow="xs" style={{ border: "1px solid var(--edge)", overflow: "clip" }} {...paper}>
    {title && (
      <Group justify="space-between" align="start" px={{ base: "md", sm: "lg" }} pt="md" pb={flush ? "sm" : 0} gap="xs">
        <Box>
          <Title order={2}>{title}</Title>
          {note && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
    )}
    {flush ? (
      children
    ) : (
      <Box px={{ base: "md", sm: "lg" }} pt={title ? "sm" : { base: "md", sm: "lg" }} pb={{ base: "md", sm: "lg" }}>
        {children}
      </Box>
    )}
  </Paper>
);
