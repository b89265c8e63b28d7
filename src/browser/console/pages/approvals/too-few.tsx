import { Note } from "../../app/display/note.tsx";
import { messages } from "../../app/text/language.ts";

/** The person who asks cannot approve. */
export const PEOPLE_MIN = 2;

/**
 * Advice while the last approver's own requests have no one to approve them. Renders nothing while there are enough.
 */
export function TooFewApprovers({ approvers }: { readonly approvers: number }) {
  const { title, text } = messages().approvals.second.alone;
  return approvers < PEOPLE_MIN && <Note title={title}>{text}</Note>;
}
