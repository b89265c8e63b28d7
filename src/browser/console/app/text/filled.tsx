// A message whose {placeholders} are React nodes, such as a time or a link. Each keeps its own text direction.
import { createElement, Fragment, type ReactNode } from "react";

interface FilledProps {
  readonly message: string;
  readonly values: Readonly<Record<string, ReactNode>>;
}

export const Filled = ({ message, values }: FilledProps) => {
  // Odd parts are the placeholders' names.
  const parts = message
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 1 ? createElement("bdi", null, values[part]) : part));
  return createElement(Fragment, null, ...parts);
};
