import { useCallback, useEffect, useRef, useState } from "react";
import { useBeforeUnload, useBlocker, useNavigate, useRevalidator } from "react-router";
import type { FormReply } from "#app/forms/read-form.server.ts";
import { NOT_UPLOADED, problemInWords } from "./file-problems.ts";
import { MEGABYTE } from "./limits.ts";

export type Upload = {
  id: number;
  file: File;
  /** The form's other fields. */
  fields: [string, FormDataEntryValue][];
  /** `already`: the booking had it. The server does not want a refused one; a failed one can be sent again. */
  state: "waiting" | "sending" | "sent" | "already" | "failed" | "refused";
  /** 0 to 100. */
  percent: number;
  /** Why it is not uploaded, in words. */
  problem: string;
};

type Answer = Pick<Upload, "problem"> & { state: "sent" | "already" | "failed" | "refused" };

/** The sentence of a refused form, or of the page that came in its place. */
function reasonIn(text: string): string {
  try {
    const { error, summary } = JSON.parse(text) as Pick<FormReply, "error" | "summary">;
    return error.documents?.[0] ?? summary;
  } catch {
    return new DOMParser().parseFromString(text, "text/html").querySelector("main p")?.textContent ?? "";
  }
}

/** Reads what became of the file. A fault of ours has no reason that a reader could use. */
function answerOf({ status, responseURL, responseText }: XMLHttpRequest): Answer {
  const done = new URL(responseURL).searchParams.get("done");
  if (status === 200 && (done === "uploaded" || done === "already"))
    return { state: done === "already" ? "already" : "sent", problem: "" };
  const state = status === 400 || status === 409 ? "refused" : "failed";
  return { state, problem: status >= 400 && status < 500 ? reasonIn(responseText) : "" };
}

/** Sends one file to the page's own action. `xhr` can be aborted. */
function post(upload: Upload, onPercent: (percent: number) => void) {
  const body = new FormData();
  for (const [name, value] of upload.fields) body.append(name, value);
  body.append("documents", upload.file);
  const xhr = new XMLHttpRequest();
  const answer = new Promise<Answer>((resolve) => {
    const resolveCut = () => resolve({ state: "failed", problem: "" });
    xhr.upload.onprogress = ({ loaded, total }) => onPercent(Math.floor((100 * loaded) / total));
    xhr.onload = () => resolve(answerOf(xhr));
    xhr.onerror = resolveCut;
    xhr.onabort = resolveCut;
  });
  xhr.open("POST", window.location.pathname + window.location.search);
  xhr.setRequestHeader("Accept", "application/json");
  xhr.send(body);
  return { xhr, answer };
}

const isOpen = ({ state }: Upload) => state === "waiting" || state === "sending";
const isKept = ({ state }: Pick<Upload, "state">) => state === "sent" || state === "already";

/** Sends files one after the other: what is sent stays, whatever becomes of the others. Reads the page anew
 * at the end. */
export function useUploads(maxMegabytes: number) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const latest = useRef<Upload[]>([]);
  const running = useRef<XMLHttpRequest | null>(null);
  const count = useRef(0);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isBusy = uploads.some(isOpen);
  const waitingAgain = (upload: Upload): Upload =>
    upload.state === "failed" ? { ...upload, state: "waiting" } : upload;

  const show = (all: Upload[]) => {
    latest.current = all;
    setUploads(all);
  };
  const change = (id: number, part: Partial<Upload>) =>
    show(latest.current.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));

  async function sendWaiting() {
    if (running.current) return;
    let hasNews = false;
    for (;;) {
      const next = latest.current.find(({ state }) => state === "waiting");
      if (!next) break;
      const { id, file } = next;
      change(id, { state: "sending", percent: 0, problem: "" });
      const { xhr, answer } = post(next, (percent) => change(id, { percent }));
      running.current = xhr;
      const { state, problem } = await answer;
      hasNews ||= isKept({ state });
      change(id, { state, problem: problem || `${file.name}: ${NOT_UPLOADED}` });
    }
    running.current = null;
    if (!hasNews) return;
    if (!latest.current.every(isKept)) return void (await revalidate());
    const isNew = latest.current.some(({ state }) => state === "sent");
    await navigate(`?done=${isNew ? "uploaded" : "already"}`);
  }

  useEffect(
    () => () => {
      latest.current = [];
      running.current?.abort();
    },
    [],
  );

  useBeforeUnload(
    useCallback(
      (event) => {
        if (isBusy) event.preventDefault();
      },
      [isBusy],
    ),
  );
  const blocker = useBlocker(() => latest.current.some(isOpen));
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm("Files are still being uploaded. Leave this page?")) blocker.proceed();
    else blocker.reset();
  }, [blocker]);

  return {
    uploads,
    /** Whether there is something to send without another file. */
    hasUnsent: uploads.some((upload) => isOpen(waitingAgain(upload))),
    /** Sends the form's files, and those that failed. Refused ones leave the list. */
    send(form: FormData) {
      const fields = [...form].filter(([name]) => name !== "documents");
      // A control without a chosen file gives an empty one without a name.
      const files = form.getAll("documents").filter((file) => file instanceof File && file.name !== "");
      const maxBytes = maxMegabytes * MEGABYTE;
      const tooLarge = problemInWords("too-large", maxBytes);
      const added = (files as File[]).map((file): Upload => {
        const upload = { id: count.current++, file, fields, percent: 0 };
        if (file.size <= maxBytes) return { ...upload, state: "waiting", problem: "" };
        return { ...upload, state: "refused", problem: `${file.name}: ${tooLarge}` };
      });
      show([...latest.current.map(waitingAgain).filter(isOpen), ...added]);
      void sendWaiting();
    },
    retry(id: number) {
      change(id, { state: "waiting" });
      void sendWaiting();
    },
    /** Takes a file off the list; one that is being sent is cancelled. */
    remove(id: number) {
      const isSending = latest.current.some((upload) => upload.id === id && upload.state === "sending");
      show(latest.current.filter((upload) => upload.id !== id));
      if (isSending) running.current?.abort();
    },
  };
}
