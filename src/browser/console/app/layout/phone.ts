// Detects screens too narrow for a sidebar, or for tables beside it.
import { useMediaQuery } from "@mantine/hooks";

/** Below Mantine's `sm` breakpoint. */
const PHONE = "(max-width: 47.99em)";
/** Beside the sidebar, a table needs more than 1,080 pixels: tablets show cards. */
const TABLET = "(max-width: 67.5em)";

const useMatch = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false });

export const usePhone = (): boolean => useMatch(PHONE);

/** Phones and tablets. */
export const useNarrow = (): boolean => useMatch(TABLET);
