// A word with a colour that signals how good or bad it is.
import classes from "./badge.module.css";

export type Tone = "good" | "bad" | "warn" | "busy" | "calm";

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span className={classes.badge} data-tone={tone}>
    {children}
  </span>
);
