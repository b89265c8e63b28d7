// Something to know before one goes on: what is missing, what cannot be undone.
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

interface NoteProps {
  readonly title?: string;
  /** "alert" where it comes up after something was done. */
  readonly role?: "alert" | "status" | "note";
  readonly children: ReactNode;
}

export const Note = ({ title, role = "note", children }: NoteProps) => (
  <Alert color="yellow" role={role} {...(title && { title })}>
    {children}
  </Alert>
);
