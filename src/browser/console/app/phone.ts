// Where there is no room for a menu at the side, nor for tables.
import { useMediaQuery } from "@mantine/hooks";

/** Below Mantine's breakpoint sm. */
const NARROW = "(max-width: 47.99em)";

export const usePhone = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
