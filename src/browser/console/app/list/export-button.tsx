// Downloads a list as CSV.
import { Button } from "@mantine/core";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { download } from "../../api/export.ts";
import { Icon } from "../display/icon.tsx";
import { locale, messages } from "../text/language.ts";

type Export = UseMutationResult<void, Error, void>;

/** @param filters the list's, when the button is pressed */
export const useExport = (path: string, filters: () => object): Export =>
  useMutation({ mutationFn: () => download(path, { ...filters(), locale: locale() }) });

export const ExportButton = ({ csv }: { readonly csv: Export }) => (
  <Button
    variant="default"
    leftSection={<Icon name="download" size={16} />}
    loading={csv.isPending}
    onClick={() => csv.mutate()}
  >
    {messages().app.export}
  </Button>
);
