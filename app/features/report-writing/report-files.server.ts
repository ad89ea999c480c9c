import type { Deps } from "#app/deps.server.ts";
import { fileHeaders } from "#app/features/documents/open-document.server.ts";
import type { ReportTree } from "./report-document.ts";
import { reportDocx } from "./report-docx.server.ts";
import { reportPdf } from "./report-pdf.server.ts";
import { writtenReports } from "./written-report.server.ts";

/** On every page of a report that is not released. */
const DRAFT = "Draft";

const MEDIA_TYPES = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;
export type FileKind = keyof typeof MEDIA_TYPES;

/** The practice's name, address and how to reach it, from Settings. */
export function letterheadOf({ settings }: Pick<Deps, "settings">): string[] {
  const { name, tradingAddress, registeredAddress, phone, email } = settings.current().company;
  const address = (tradingAddress || registeredAddress).split("\n").map((line) => line.trim());
  return [name, ...address, [phone, email].filter(Boolean).join(", ")].filter(Boolean);
}

const lookOf = ({ settings }: Pick<Deps, "settings">, isDraft: boolean) => {
  const { company, logo } = settings.current();
  const drawn = logo.png ? Buffer.from(logo.png, "base64") : null;
  return { author: company.name, mark: isDraft ? DRAFT : "", logo: drawn };
};

/** The PDF of a report, and the number of its pages. */
export const pdfOf = (deps: Pick<Deps, "settings">, tree: ReportTree, { isDraft }: { isDraft: boolean }) =>
  reportPdf(tree, lookOf(deps, isDraft));

/** A report as a download. Its name has the reference alone. */
export async function sendReportFile(
  deps: Pick<Deps, "settings">,
  kind: FileKind,
  { tree, isDraft, isShown = false }: { tree: ReportTree; isDraft: boolean; isShown?: boolean },
): Promise<Response> {
  const bytes =
    kind === "pdf"
      ? (await pdfOf(deps, tree, { isDraft })).bytes
      : await reportDocx(tree, lookOf(deps, isDraft));
  const name = `Report ${tree.reference}${isDraft ? " draft" : ""}.${kind}`;
  return new Response(new Uint8Array(bytes), {
    headers: fileHeaders({ name, mediaType: MEDIA_TYPES[kind], isShown }),
  });
}

/** The file of a report that was written here and is not released, marked as a draft; null for any other document. */
export async function sendUnreleased(
  deps: Deps,
  documentId: string,
  { isShown }: { isShown: boolean },
): Promise<Response | null> {
  const [written] = await writtenReports(deps, { documentId });
  if (!written || written.state === "released" || written.state === "withdrawn") return null;
  return sendReportFile(deps, "pdf", { tree: written.tree, isDraft: true, isShown });
}
