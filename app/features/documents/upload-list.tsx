import { Button } from "#app/ui/button.tsx";
import type { Upload, useUploads } from "./use-uploads.ts";

const STATES: Record<Upload["state"], string> = {
  waiting: "Waiting",
  sending: "Uploading",
  sent: "Uploaded",
  already: "Sent already",
  failed: "Not uploaded",
  refused: "Not uploaded",
};

/** Beside what is being sent. */
export const KEEP_OPEN = "Please keep this page open: large files take some minutes.";

type Uploads = ReturnType<typeof useUploads>;
type ListProps = Pick<Uploads, "uploads" | "retry" | "remove">;

/** The files on their way: how far each is, and what can be done about one that was not uploaded. */
export function UploadList({ uploads, retry, remove }: ListProps) {
  const toSend = uploads.filter(({ state }) => state === "waiting" || state === "sending").length;
  return (
    <>
      <p role="status" className="note">
        {toSend > 0 ? `Uploading ${uploads.length - toSend + 1} of ${uploads.length}. ${KEEP_OPEN}` : ""}
      </p>
      {uploads.length > 0 ? (
        <ul className="stack" aria-label="Files being uploaded">
          {uploads.map((upload) => (
            <UploadItem key={upload.id} upload={upload} retry={retry} remove={remove} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

type ItemProps = Pick<Uploads, "retry" | "remove"> & { upload: Upload };

function UploadItem({ upload: { id, file, state, percent, problem }, retry, remove }: ItemProps) {
  const isOver = state === "failed" || state === "refused";
  return (
    <li className="flex flex-wrap items-center gap-3">
      <span className="min-w-0" dir="auto">
        {file.name}
      </span>
      {state === "sending" ? (
        <progress max={100} value={percent} aria-label={`${file.name}: uploaded`} />
      ) : null}
      <span className="note">{state === "sending" ? `${percent} %` : STATES[state]}</span>
      {isOver ? (
        <p role="alert" className="field-error w-full">
          {problem}
        </p>
      ) : null}
      {state === "failed" ? (
        <Button type="button" isSmall aria-label={`Try again: ${file.name}`} onClick={() => retry(id)}>
          Try again
        </Button>
      ) : null}
      {state === "sent" || state === "already" ? null : (
        <Button
          type="button"
          look="quiet"
          isSmall
          aria-label={`${isOver ? "Remove" : "Cancel"}: ${file.name}`}
          onClick={() => remove(id)}
        >
          {isOver ? "Remove" : "Cancel"}
        </Button>
      )}
    </li>
  );
}
