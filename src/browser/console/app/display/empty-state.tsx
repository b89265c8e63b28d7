// A placeholder with a title, a text and perhaps actions.
import { EmptyState as MantineEmptyState } from "@mantine/core";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** Why it is empty, and what fills it. */
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

export const EmptyState = ({ icon, title, children, actions }: EmptyStateProps) => (
  <MantineEmptyState icon={<Icon name={icon} size={26} />} withIndicatorBackground title={title} py="xl" px="md">
    <MantineEmptyState.Description maw="26rem">{children}</MantineEmptyState.Description>
    {actions && <MantineEmptyState.Actions>{actions}</MantineEmptyState.Actions>}
  </MantineEmptyState>
);
