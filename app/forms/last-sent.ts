/** A form on its way to the server: where to, and what it holds. */
export type SentForm = { action: string; fields: [name: string, value: string][] };

let lastSent: SentForm | null = null;

/** In the browser: remembers a form that is being sent, until a page has answered it. Passwords are typed again. */
export function rememberSent(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const pressed = submitter instanceof HTMLButtonElement && submitter.name !== "" ? submitter : null;
  const typed = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  lastSent = form.querySelector("[type=password]")
    ? null
    : {
        action: form.getAttribute("action") ?? "",
        fields: pressed ? [...typed, [pressed.name, pressed.value]] : typed,
      };
}

export function forgetSent(): void {
  lastSent = null;
}

const UNREACHABLE = new Set([502, 503, 504]);

/** The form that `error` kept from being sent: the line is gone, or something before our server answered in its place. */
export function unsentForm(error: unknown): SentForm | null {
  const { status, data } = (error ?? {}) as { status?: number; data?: unknown };
  const isOurAnswer = typeof data !== "string" || data.startsWith("{");
  const isOffline = error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
  return isOffline || (UNREACHABLE.has(status ?? 0) && !isOurAnswer) ? lastSent : null;
}
