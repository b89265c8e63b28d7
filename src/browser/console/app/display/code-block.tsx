import classes from "./code-block.module.css";

/** Wraps and never scrolls, so it needs no focus. */
export const CodeBlock = ({ text }: { readonly text: string }) => (
  <pre className={classes.code} dir="ltr">
    {text}
  </pre>
);
