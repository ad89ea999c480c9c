import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { readMultipart } from "#app/platform/http/multipart.server.ts";
import { problemInWords, type FileProblem } from "./file-problems.ts";
import { isDocumentKind, type Visibility } from "./kinds.ts";
import { MAX_DOCUMENTS, MAX_UPLOAD_BYTES } from "./limits.ts";
import { cleanFileName, maxFileBytes, storeDocument } from "./store-document.server.ts";
import type { DocumentRow } from "./tables.ts";

type Upload = {
  bookingId: string;
  purpose: DocumentRow["purpose"];
  by: ActedByRequest;
  /** Read from the form's fields, which come before the files; null refuses all files. */
  mayStore(form: FormData): Promise<boolean>;
};

export type Received = {
  form: FormData;
  /** Files that are kept now, those that were there before included. */
  documentIds: string[];
  /** A sentence for each refused file, with its name. */
  refused: { problem: FileProblem; message: string }[];
  hasTooManyFiles: boolean;
};

const readVisibility = (form: FormData): Visibility =>
  form.get("visibleTo") === "staff-only" ? "staff-only" : "assessor-and-staff";

/** Reads a form with files and keeps each file by itself: what came before the line was cut stays. */
export async function receiveDocuments(deps: Deps, request: Request, upload: Upload): Promise<Received> {
  const documentIds: string[] = [];
  const refused: Received["refused"] = [];
  const refuse = (fileName: string, problem: FileProblem) =>
    refused.push({
      problem,
      message: `${cleanFileName(fileName)}: ${problemInWords(problem, maxFileBytes(deps))}`,
    });
  const limits = { maxFiles: MAX_DOCUMENTS, maxBytes: MAX_UPLOAD_BYTES };
  const posted = await readMultipart(request, limits, async ({ name, fileName, content, form }) => {
    // A control without a chosen file sends an empty one without a name.
    if (name !== "documents" || fileName === "" || !(await upload.mayStore(form))) return;
    const kind = form.get("kind");
    const result = await storeDocument(deps, {
      bookingId: upload.bookingId,
      purpose: upload.purpose,
      kind: isDocumentKind(kind) ? kind : "other",
      visibleTo: readVisibility(form),
      name: fileName,
      content,
      by: upload.by,
    });
    if (result.kind === "refused") refuse(fileName, result.problem);
    else documentIds.push(result.documentId);
  });
  if (!posted.isWhole && refused.length === 0) refuse("document", "cut");
  return { form: posted.form, documentIds, refused, hasTooManyFiles: posted.hasTooManyFiles };
}
