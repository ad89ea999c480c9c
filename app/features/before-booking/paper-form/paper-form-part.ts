import { lazy } from "react";

const neverComes = () => new Promise<never>(() => {});

/** The browser loads it when it is first needed. If that fails, the page stays as the server sent it. */
export const PaperForm = import.meta.env.SSR
  ? (await import("./paper-form.tsx")).PaperForm
  : lazy(async () => ({ default: (await import("./paper-form.tsx").catch(neverComes)).PaperForm }));
