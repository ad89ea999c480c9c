import { useCallback, useEffect, useRef, useState } from "react";
import { useBeforeUnload, useBlocker, useNavigate, useRevalidator } from "react-router";
import { NOT_UPLOADED } from "./file-problems.ts";

export type Upload = {
  id: number;
  file: File;
  /** The form's other fields. */
  fields: [string, FormDataEntryValue][];
  /** The server does not want a refused one; a failed one can be sent again. */
  state: "waiting" | "sending" | "sent" | "failed" | "refused";
  /** 0 to 100. */
  percent: number;
  /** Why it is not uploaded, in words. */
  problem: string;
};

type Answer = { state: "sent" | "failed" | "refused"; problem: string };

const SIGNED_OUT = "You are signed out. Please sign in again in another tab, then try again.";

/** The page that answers the form says what became of the file, as it does without scripts. */
function answerOf(xhr: XMLHttpRequest): Answer {
  const { pathname, searchParams } = new URL(xhr.responseURL);
  if (xhr.status === 200 && pathname !== window.location.pathname)
    return { state: "failed", problem: SIGNED_OUT };
  if (xhr.status === 200 && searchParams.get("done") === "uploaded") return { state: "sent", problem: "" };
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html");
  const said = page.querySelector(".error-summary li") ?? page.querySelector(".error-summary");
  const isRefused = xhr.status === 400 || xhr.status === 409;
  return { state: isRefused ? "refused" : "failed", problem: said?.textContent ?? "" };
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
  xhr.send(body);
  return { xhr, answer };
}

const isOpen = ({ state }: Upload) => state === "waiting" || state === "sending";

/** Sends files one after the other: what is sent stays, whatever becomes of the others. Reads the page anew at the end. */
export function useUploads() {
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
      hasNews ||= state === "sent";
      change(id, { state, problem: problem || `${file.name}: ${NOT_UPLOADED}` });
    }
    running.current = null;
    if (!hasNews) return;
    if (latest.current.every(({ state }) => state === "sent")) await navigate("?done=uploaded");
    else await revalidate();
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
      const added = (files as File[]).map((file): Upload => {
        return { id: count.current++, file, fields, state: "waiting", percent: 0, problem: "" };
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
