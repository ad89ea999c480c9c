import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { readMultipart } from "#app/platform/http/multipart.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { BookingDocument } from "./document-rows.server.ts";
import { problemInWords, type FileProblem } from "./file-problems.ts";
import { isDocumentKind, type DocumentKind, type Visibility } from "./kinds.ts";
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

export type Received = Awaited<ReturnType<typeof receiveDocuments>>;

type Known = { name: string; document: BookingDocument; isAsAsked: boolean };

function readKind(form: FormData): DocumentKind {
  const kind = form.get("kind");
  return isDocumentKind(kind) ? kind : "other";
}

const readVisibility = (form: FormData): Visibility =>
  form.get("visibleTo") === "staff-only" ? "staff-only" : "assessor-and-staff";

/** Text that no signature tells: here the name is enough, as it decides on the sentence alone. */
const isMail = (name: string) => /\.(eml|msg)$/i.test(name);

/** Reads a form with files and keeps each file by itself: what came before the line was cut stays, and what comes after
 * one that could not be kept. */
export async function receiveDocuments(deps: Deps, request: Request, upload: Upload) {
  /** Files that are kept now, those that were there before included. */
  const documentIds: string[] = [];
  /** Files that were there before, by the name under which they came now; `isAsAsked` when the form asks for
   * what they are. */
  const known: Known[] = [];
  /** A sentence for each refused file, with its name. */
  const refused: { problem: FileProblem; message: string }[] = [];
  /** The fault was ours: a file could not be kept. */
  let hasFailed = false;
  const inWords = (problem: FileProblem) => problemInWords(problem, maxFileBytes(deps));
  const refuse = (name: string, problem: FileProblem) =>
    refused.push({ problem, message: `${name}: ${inWords(problem)}` });
  const limits = { maxFiles: MAX_DOCUMENTS, maxBytes: MAX_UPLOAD_BYTES };
  const posted = await readMultipart(request, limits, async ({ name: control, fileName, content, form }) => {
    // A control without a chosen file sends an empty one without a name.
    if (control !== "documents" || fileName === "" || !(await upload.mayStore(form))) return;
    const name = cleanFileName(fileName);
    const [kind, visibleTo] = [readKind(form), readVisibility(form)];
    const file = { ...upload, kind, visibleTo, name, content };
    const result = await storeDocument(deps, file).catch((error: unknown) => {
      const { requestId } = upload.by;
      deps.log.error("a document was not stored", { requestId, ...describeError(error) });
      hasFailed = true;
      return { ok: false, problem: "not-stored" } as const;
    });
    if (!result.ok) {
      if (result.problem === "full") {
        refused.push({ problem: "full", message: inWords("full") });
        return "stop";
      }
      refuse(name, isMail(name) && result.problem === "type" ? "mail" : result.problem);
      return;
    }
    documentIds.push(result.documentId);
    const { already: document } = result;
    if (!document) return;
    known.push({ name, document, isAsAsked: document.kind === kind && document.visible_to === visibleTo });
  });
  if (!posted.isWhole && refused.length === 0) refuse("document", "cut");
  const { form, hasTooManyFiles } = posted;
  return { form, documentIds, known, refused, hasTooManyFiles, hasFailed };
}
