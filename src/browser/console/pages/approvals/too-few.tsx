import { messages } from "../../app/language.ts";
import { Note } from "../../app/note.tsx";

/** The person who asks cannot approve. */
export const PEOPLE_MIN = 2;

/** Advice while nobody could approve the request of the last approver. Renders nothing while there are enough. */
export function TooFewApprovers({ approvers }: { readonly approvers: number }) {
  const { title, text } = messages().approvals.second.alone;
  return approvers < PEOPLE_MIN && <Note title={title}>{text}</Note>;
}
