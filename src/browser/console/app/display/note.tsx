// A notice before an action: something is missing or irreversible.
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

interface NoteProps {
  readonly title?: string;
  /** "alert" if it appears in response to an action. */
  readonly role?: "alert" | "status" | "note";
  readonly children: ReactNode;
}

export const Note = ({ title, role = "note", children }: NoteProps) => (
  <Alert color="yellow" role={role} {...(title && { title })}>
    {children}
  </Alert>
);
