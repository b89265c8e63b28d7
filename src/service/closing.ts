/** Closes the parts and rethrows the error. */
export const closing =
  (...parts: readonly { close(): Promise<void> }[]) =>
  async (error: unknown): Promise<never> => {
    for (const part of parts) await part.close();
    throw error;
  };
