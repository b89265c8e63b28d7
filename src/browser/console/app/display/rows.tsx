// Facts, each with its label.
import { DataList } from "@mantine/core";
import type { ReactNode } from "react";

export const Rows = ({ children }: { readonly children: ReactNode }) => (
  <DataList size="sm" gap="xs" labelWidth="8.5rem">
    {children}
  </DataList>
);

export const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel>{label}</DataList.ItemLabel>
    <DataList.ItemValue style={{ minWidth: 0, overflowWrap: "anywhere" }}>{children}</DataList.ItemValue>
  </DataList.Item>
);
