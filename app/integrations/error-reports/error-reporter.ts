/** Never throws and never makes anybody wait. */
export type ErrorReporter = {
  report(error: unknown, context: { requestId: string; route: string }): void;
};

export const noReporter: ErrorReporter = { report() {} };
