// A merchant's logo, or its initial. The image is the server's copy, served from this origin.
import { Avatar } from "@mantine/core";
import classes from "./logo.module.css";

interface MerchantLogoProps {
  readonly name: string;
  readonly iconUrl: string | null;
  /** Pixels. */
  readonly size?: number;
}

/** Screen readers skip it: the name is next to it. */
export const MerchantLogo = ({ name, iconUrl, size = 40 }: MerchantLogoProps) => (
  <Avatar
    src={iconUrl === null ? null : new URL(iconUrl).pathname}
    alt=""
    size={size}
    radius="md"
    classNames={{ root: classes.logo ?? "", placeholder: classes.initial ?? "" }}
    aria-hidden="true"
  >
    {name.trim().slice(0, 1).toUpperCase()}
  </Avatar>
);
