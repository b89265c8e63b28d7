/** The server's minimum (src/merchant/password.ts). */
export const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_ADVICE = `At least ${PASSWORD_LENGTH_MIN} characters. A few words are fine.`;
