/** For `vi.waitFor`: on a busy machine what takes disk or database time needs more than the second that is waited
 * otherwise. */
export const LONG = { timeout: 20_000 };
