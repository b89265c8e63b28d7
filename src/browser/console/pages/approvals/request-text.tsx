// The change that a request would make, and the person who asked for it.
import { Box, Text } from "@mantine/core";
import { type AcceptedAsset, useAssets } from "../../api/assets.ts";
import type { ChangeRequest } from "../../api/change-requests.ts";
import { addressOf } from "../../app/text/asset-name.ts";
import { messages } from "../../app/text/language.ts";
import classes from "./approvals.module.css";

export const nameOf = ({ askedBy }: ChangeRequest): string => askedBy.name ?? messages().approvals.waiting.removedUser;

/** The destinations before and after. */
export function Move({ request: { before, after, isOutdated } }: { readonly request: ChangeRequest }) {
  const { waiting: texts } = messages().approvals;
  const { data: assets } = useAssets();
  const lines = [
    ...before.map((pair) => ({ ...pair, label: isOutdated ? texts.whenAsked : texts.now })),
    ...after.map((pair) => ({ ...pair, label: texts.next })),
  ];
  return lines.map(({ asset, destination, label }) => (
    <Box key={`${label} ${asset}`}>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {label} · <bdi>{assetName(asset, assets ?? [])}</bdi>
      </Text>
      <Text ff="monospace" size="sm" dir="ltr" className={classes.address ?? ""}>
        {addressOf(destination)}
      </Text>
    </Box>
  ));
}

function assetName(id: string, assets: readonly AcceptedAsset[]): string {
  const asset = assets.find((each) => each.asset === id);
  return asset ? `${asset.symbol} · ${asset.chainName}` : id;
}
