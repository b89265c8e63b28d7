// A merchant's logo, or its initial. The picture is the server's own copy, which is read from this origin.
import { Avatar } from "@mantine/core";
import classes from "./merchants.module.css";

interface MerchantLogoProps {
  readonly name: string;
  readonly iconUrl: string | null;
  /** Pixels. */
  readonly size?: number;
}

/** Its name stands beside it, so readers pass over it. */
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
