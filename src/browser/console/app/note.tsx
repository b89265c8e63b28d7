// Something to know before one goes on: what is missing, what cannot be undone.
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./note.module.css";

interface NoteProps {
  readonly title?: string;
  /** "alert" where it comes up after something was done. */
  readonly role?: "alert" | "status" | "note";
  readonly children: ReactNode;
}

export const Note = ({ title, role = "note", children }: NoteProps) => (
  <Alert
    role={role}
    {...(title && { title })}
    classNames={{ root: classes.note ?? "", title: classes.title ?? "", message: classes.message ?? "" }}
  >
    {children}
  </Alert>
);
