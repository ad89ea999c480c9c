import { useMemo, useSyncExternalStore } from "react";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { typedIn, type Typed } from "./typed.ts";
import type { FieldName, FormState } from "./use-step-form.ts";

export type LiveValues<Name extends string = string> = { [Key in Name]?: string[] | undefined };

function readControls(formId: string): string | null {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? JSON.stringify(typedIn(new FormData(form))) : null;
}

function subscribe(notify: () => void): () => void {
  document.addEventListener("input", notify);
  return () => document.removeEventListener("input", notify);
}

/** The values of a form's controls, also of those filled in before the scripts came. */
export function useLiveForm<Values>({ id, values }: FormState<Values>): LiveValues<FieldName<Values>> {
  const fallback = JSON.stringify(values);
  const isHydrated = useHydrated();
  const json = useSyncExternalStore(
    subscribe,
    () => (isHydrated && readControls(id)) || fallback,
    () => fallback,
  );
  return useMemo(() => {
    const typed = Object.entries(JSON.parse(json) as Typed).map(([name, value]) => [name, [value].flat()]);
    return Object.fromEntries(typed) as LiveValues<FieldName<Values>>;
  }, [json]);
}

/** Sets a control as a person would, with its events. */
export function setControl(
  control: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  value: string,
) {
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

export function emptyControls(controls: Iterable<HTMLInputElement> = []) {
  for (const control of controls) {
    if (control.type === "checkbox" || control.type === "radio") control.checked = false;
    else control.value = "";
  }
}

export function clearControls(formId: string, names: readonly string[]) {
  const form = document.getElementById(formId);
  for (const name of names) emptyControls(form?.querySelectorAll(`[name="${name}"]`));
  form?.dispatchEvent(new Event("input", { bubbles: true }));
}
