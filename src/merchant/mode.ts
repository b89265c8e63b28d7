// Test mode. A partner's test payments belong to its test twin: another partner, whose id is the partner's with an
// ending. So everything that keeps partners apart keeps the modes apart, and each row's partner says its mode.

/** The schema repeats it (store/schema/01_partners.sql). */
const TEST = "_test";

/** The partner that owns a partner's test payments. */
export const testTwinOf = (partnerId: string): string => partnerId + TEST;

/** Whether the payments of this partner are live: not test payments. */
export const isLivemode = (partnerId: string): boolean => !partnerId.endsWith(TEST);
