/** Where defects are reported beside the log. It never throws and never holds anybody up. */
export type ErrorReporter = {
  report(error: unknown, context: { requestId: string; route: string }): void;
};

export const noReporter: ErrorReporter = { report() {} };
