export type Typed = Record<string, string | string[]>;

/** Never sent back to a page, and never kept. */
export const SECRETS = ["password", "confirmPassword", "currentPassword", "code"];

/** Without files and the fields called `hidden`. */
export function typedIn(form: FormData, hidden: readonly string[] = []): Typed {
  const typed: Typed = {};
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === "string");
    const [first, ...others] = values;
    if (first !== undefined && !hidden.includes(name)) typed[name] = others.length > 0 ? values : first;
  }
  return typed;
}

export function queryOf(form: HTMLFormElement): URLSearchParams {
  return new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}
