import { lazy } from "react";

/** Loaded in the browser when it is first needed; the server has it at once. */
export const PaperForm = import.meta.env.SSR
  ? (await import("./paper-form.tsx")).PaperForm
  : lazy(async () => ({ default: (await import("./paper-form.tsx")).PaperForm }));
