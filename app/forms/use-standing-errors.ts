import { useRef, useState, type FormEvent } from "react";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { afterRelease } from "#app/ui/after-release.ts";
import type { FormReply } from "./read-form.server.ts";
import { queryOf } from "./typed.ts";
import { INTENT, VALIDATE } from "./validate-intent.ts";

type Standing = { summary: string | undefined; errors: Record<string, string[]> };

function messagesByName(reply: FormReply | undefined): Record<string, string[]> {
  const entries = Object.entries(reply?.error ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string[]] => Boolean(entry[1]?.length)),
  );
}

function contentOf(form: HTMLFormElement): URLSearchParams {
  const content = queryOf(form);
  content.delete(FORM_KEY);
  return content;
}

/** The page as the server would refuse the form now, without saving; null when it cannot be asked. */
async function refusalOf(form: HTMLFormElement, body: URLSearchParams): Promise<Document | null> {
  body.set(INTENT, VALIDATE);
  try {
    const target = form.getAttribute("action") ?? "";
    const response = await fetch(target, { method: "POST", body, redirect: "error" });
    if (response.status !== 400) return null;
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return null;
  }
}

/** The messages of a refused form that still apply. When a changed field is left, the server is asked again; no field
 * gets a message that had none. */
export function useStandingErrors(id: string, refused: FormReply | undefined) {
  const [latest, setLatest] = useState<{ of: FormReply; standing: Standing } | null>(null);
  const asked = useRef("");
  const standing: Standing =
    latest && latest.of === refused
      ? latest.standing
      : { summary: refused?.summary, errors: messagesByName(refused) };
  const names = Object.keys(standing.errors);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    asked.current = contentOf(event.currentTarget).toString();
  }

  function onBlur({ currentTarget: form }: { currentTarget: HTMLFormElement }) {
    if (!refused?.isBySchema || names.length === 0) return;
    afterRelease(async () => {
      const content = contentOf(form);
      if (!form.isConnected || content.toString() === asked.current) return;
      const question = (asked.current = content.toString());
      const page = await refusalOf(form, content);
      if (!page || asked.current !== question) return;
      const still = names.flatMap((name): [string, string[]][] => {
        const message = page.getElementById(`${id}-${name}-error`)?.textContent;
        return message ? [[name, [message]]] : [];
      });
      const summary = page.querySelector(".error-summary h2")?.textContent ?? standing.summary;
      const next = { summary: still.length > 0 ? summary : undefined, errors: Object.fromEntries(still) };
      afterRelease(() => setLatest({ of: refused, standing: next }));
    });
  }

  return { standing, onBlur, onSubmit };
}
