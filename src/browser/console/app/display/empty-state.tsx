// A placeholder with a title, a text and perhaps actions.
import { EmptyState } from "@mantine/core";
import type { ReactNode } from "react";
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
