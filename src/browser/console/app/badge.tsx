// A word with a colour that says how good it is; the word alone says it, too.
import classes from "./badge.module.css";

export type Tone = "good" | "bad" | "warn" | "busy" | "calm";

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);
