// Type-safe router links that look like Mantine buttons and anchors.
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | "color"> & {
  readonly ref?: Ref<HTMLAnchorElement>;
};

export const ButtonLink = createLink((props: ButtonProps & Native) => <Button component="a" {...props} />);

export const AnchorLink = createLink((props: Omit<AnchorProps, keyof Native> & Native) => <Anchor {...props} />);
