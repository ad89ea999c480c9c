import type { MouseEvent } from "react";
import { optionsOf, RadioGroup, SelectField } from "#app/forms/choice-fields.tsx";
import { FieldShell, fieldParts } from "#app/forms/field.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { keyToSend } from "#app/forms/unsent.ts";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm, type Field } from "#app/forms/use-step-form.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { More } from "#app/ui/more.tsx";
import { Table } from "#app/ui/table.tsx";
import { useDone, useKeyOf } from "#app/ui/use-done.ts";
import { ACCEPTED_FILES, FILE_KIND_WORDS } from "./file-kinds.ts";
import type { DocumentsPageData } from "./documents-page.server.ts";
import {
  DOCUMENT_KINDS,
  SCAN_LABELS,
  VISIBILITY_LABELS,
  type DocumentKind,
  type ScanState,
} from "./kinds.ts";
import { MEGABYTE } from "./limits.ts";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./use-uploads.ts";

const DONE = {
  uploaded: "Your documents were uploaded.",
  changed: "The change was saved.",
  deleted: "The document was deleted.",
  "by-post": "Noted: we expect it by post.",
  "post-closed": "Noted: it is no longer expected by post.",
};

const SCAN_COLOURS: Record<ScanState, BadgeColour> = {
  waiting: "yellow",
  clean: "green",
  infected: "red",
  unchecked: "grey",
};

/** `1.2 MB`, `340 KB` */
export function sizeInWords(bytes: number): string {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

const ADDED_BY: Partial<Record<string, string>> = {
  visitor: "the referrer",
  customer: "the referrer",
  assessor: "the assessor",
  contributor: "somebody who was asked",
  staff: "staff",
};

/** A booking's papers, and the forms that add to them. */
export function DocumentsPanel({ page }: { page: DocumentsPageData }) {
  const isSender = page.viewer === "referrer" || page.viewer === "contributor";
  const already = `${isSender ? "You have sent" : "This booking has"} this file already.`;
  const said = useDone({ ...DONE, already });
  return <Panel key={useKeyOf(said)} page={page} said={said} />;
}

/** Begins anew after each form that was done: with an empty form, and without files that were refused before. */
function Panel({ page, said }: { page: DocumentsPageData; said: string | undefined }) {
  const uploads = useUploads(page.maxMegabytes);
  return (
    <>
      {uploads.uploads.length === 0 ? <Done text={said} /> : null}
      {page.refusal ? <Alert tone="warning" text={page.refusal} /> : null}
      <DocumentTable page={page} />
      <ByPost page={page} />
      {page.refusal ? null : <UploadCard page={page} uploads={uploads} />}
    </>
  );
}

type ListedDocument = DocumentsPageData["documents"][number];

function DocumentTable({ page: { documents, viewer } }: { page: DocumentsPageData }) {
  if (documents.length === 0) return <p>No documents yet.</p>;
  const isOurs = viewer === "assessor" || viewer === "staff";
  const hasUnchecked = isOurs && documents.some(({ scan }) => scan === "unchecked");
  return (
    <>
      {hasUnchecked ? (
        <Alert
          tone="warning"
          text="“Not checked” documents were not checked for viruses. Open one only if you know who sent it, and only on a machine with a virus scanner."
        />
      ) : null}
      <Table
        caption={isOurs ? "Documents of this booking" : "Documents that you have sent"}
        hasRowNames
        columns={["Document", "Kind", "Who may see it", "Added", "Virus check", "Actions"]}
        rows={documents.map((document) => ({
          id: document.id,
          cells: [
            <span className="wrap-anywhere" dir="auto">
              {document.mayOpen ? (
                <a href={`/documents/${document.id}`} download={document.name}>
                  {document.name}
                </a>
              ) : (
                document.name
              )}{" "}
              <span className="note">({sizeInWords(document.bytes)})</span>
            </span>,
            DOCUMENT_KINDS[document.kind],
            VISIBILITY_LABELS[document.visibleTo],
            <>
              {formatInstant(document.addedAt)}
              {isOurs ? `, by ${ADDED_BY[document.addedBy] ?? "the service"}` : null}
            </>,
            <Badge colour={SCAN_COLOURS[document.scan]}>{SCAN_LABELS[document.scan]}</Badge>,
            <DocumentActions document={document} />,
          ],
        }))}
      />
    </>
  );
}

function DocumentActions({ document }: { document: ListedDocument }) {
  const { id, name, mayChange, mayDelete } = document;
  if (!mayDelete) return "–";
  return (
    <div>
      {mayChange ? <ChangeForm document={document} /> : null}
      <PostForm>
        <input type="hidden" name="documentId" value={id} />
        <Button look="quiet" isSmall intent="delete" aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </PostForm>
    </div>
  );
}

function ChangeForm({ document: { id, name, kind, visibleTo } }: { document: ListedDocument }) {
  const fieldFor = (control: string, initialValue: string): Field<string> => {
    return { id: `change-${id}-${control}`, name: control, initialValue, errors: undefined };
  };
  const label = `Change ${name}`;
  return (
    <More text="Change" label={label} heading={label} buttonClass="link-button">
      <PostForm className="stack min-w-40 text-left" autoComplete="off">
        <input type="hidden" name="documentId" value={id} />
        <SelectField field={fieldFor("kind", kind)} label="Kind" options={optionsOf(DOCUMENT_KINDS)} />
        <SelectField
          field={fieldFor("visibleTo", visibleTo)}
          label="Who may see it"
          options={optionsOf(VISIBILITY_LABELS)}
        />
        <Button look="quiet" isSmall intent="change" aria-label={`Save the change of ${name}`}>
          Save
        </Button>
      </PostForm>
    </More>
  );
}

function ByPost({ page: { byPost, refusal, viewer } }: { page: DocumentsPageData }) {
  if (byPost.length === 0) return null;
  const words = viewer === "staff" ? "It arrived" : "Remove";
  return (
    <Card heading="Expected by post">
      <ul className="stack">
        {byPost.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-3">
            <span>{DOCUMENT_KINDS[kind]}</span>
            {refusal === null && viewer !== "assessor" ? (
              <PostForm>
                <input type="hidden" name="kind" value={kind} />
                <Button
                  look="quiet"
                  isSmall
                  intent="post-closed"
                  aria-label={`${words}: ${DOCUMENT_KINDS[kind]}`}
                >
                  {words}
                </Button>
              </PostForm>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

type UploadCardProps = { page: DocumentsPageData; uploads: ReturnType<typeof useUploads> };

function UploadCard({ page: { viewer, maxMegabytes }, uploads }: UploadCardProps) {
  const form = useStepForm<{ kind: DocumentKind; visibleTo: string; documents: string }>({
    id: "documents-form",
    saved: { kind: "gp-letter", visibleTo: "assessor-and-staff" },
  });
  const files = fieldOf(form, "documents");
  const hint = `${FILE_KIND_WORDS}, each smaller than ${maxMegabytes}MB. You can select several.`;
  const { send, hasUnsent, ...list } = uploads;
  const sendFiles = (event: MouseEvent<HTMLButtonElement>) => {
    const posted = event.currentTarget.form!;
    const input = posted.elements.namedItem("documents") as HTMLInputElement;
    if (input.files?.length === 0 && !hasUnsent) return;
    event.preventDefault();
    const form = new FormData(posted, event.currentTarget);
    form.set(FORM_KEY, keyToSend(String(form.get(FORM_KEY))));
    send(form);
    input.value = "";
  };
  return (
    <Card heading="Add documents" className="stack">
      <StepForm form={form} encType="multipart/form-data" autoComplete="off" enterIntent={null}>
        <SelectField field={fieldOf(form, "kind")} label="What it is" options={optionsOf(DOCUMENT_KINDS)} />
        {viewer === "assessor" || viewer === "contributor" ? null : (
          <RadioGroup
            field={fieldOf(form, "visibleTo")}
            label="Who may see it"
            options={optionsOf(VISIBILITY_LABELS)}
          />
        )}
        <FieldShell
          field={files}
          label="Documents"
          hint={hint}
          isWide
          control={
            <input
              type="file"
              className="input"
              id={files.id}
              name="documents"
              multiple
              accept={ACCEPTED_FILES}
              {...fieldParts(files, hint).aria}
            />
          }
        />
        <div className="actions">
          <Button intent="upload" onClick={sendFiles}>
            Upload
          </Button>
          {viewer === "referrer" ? (
            <Button look="quiet" intent="post">
              I’ll send it by post
            </Button>
          ) : null}
        </div>
      </StepForm>
      <UploadList {...list} />
    </Card>
  );
}
