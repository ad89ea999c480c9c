import { lazy } from "react";

/** The printed form: in the browser it loads when it is first needed; the server renders at once and waits for nothing. */
export const PaperForm = import.meta.env.SSR
  ? (await import("./paper-form.tsx")).PaperForm
  : lazy(async () => ({ default: (await import("./paper-form.tsx")).PaperForm }));
