import { lazy } from "react";

const neverComes = () => new Promise<never>(() => {});

/** Loaded in the browser when it is first needed, or else the page stays as the server sent it; the server has it at once. */
export const PaperForm = import.meta.env.SSR
  ? (await import("./paper-form.tsx")).PaperForm
  : lazy(async () => ({ default: (await import("./paper-form.tsx").catch(neverComes)).PaperForm }));
