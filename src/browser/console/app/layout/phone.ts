// Detects screens too narrow for a sidebar or tables.
import { useMediaQuery } from "@mantine/hooks";

/** Below Mantine's `sm` breakpoint. */
const NARROW = "(max-width: 47.99em)";

export const usePhone = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
