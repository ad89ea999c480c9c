import type { Deps } from "#app/deps.server.ts";
import { openFrames } from "#app/platform/sealed-frames.server.ts";
import { streamOf } from "#app/platform/in-pieces.server.ts";
import { findDocumentRow, keyOf, toDocument } from "./document-rows.server.ts";

/** RFC 6266: a plain name for old programs, and the whole one. */
export function attachment(name: string): string {
  const [, stem = name, extension = ""] = /^(.*)(\.[^.]+)$/s.exec(name) ?? [];
  const plain = stem.replaceAll(/[^\w.() -]/g, "_").slice(0, 80) + extension;
  const whole = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Headers of a PDF that the browser's own viewer shows in a frame of this site. The viewer does not start in a
 * sandbox, and nothing but a PDF may be shown so. */
const IN_FRAME = {
  "Content-Disposition": "inline",
  "Content-Security-Policy":
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
};

/** Headers of a file that belongs to somebody: a download, or a PDF that is shown in the window. */
export const fileHeaders = ({
  name,
  mediaType,
  isShown,
}: {
  name: string;
  mediaType: string;
  isShown: boolean;
}) => ({
  "Content-Type": mediaType,
  ...(isShown && mediaType === "application/pdf"
    ? IN_FRAME
    : {
        "Content-Disposition": attachment(name),
        "Content-Security-Policy": "sandbox; default-src 'none'",
      }),
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
});

/** The file as a download that no browser shows in its window. A frame that is not what was stored breaks the answer
 * off; a damaged beginning, or a missing file, throws. Null for a document that is gone or was infected. With `isShown`
 * the PDF of a report is shown in the window; every other file is a download anyway. */
export async function sendDocument(
  deps: Deps,
  documentId: string,
  { name, isShown = false }: { name?: string; isShown?: boolean } = {},
): Promise<Response | null> {
  const row = await findDocumentRow(deps.db, documentId);
  if (!row || row.scan === "infected") return null;
  const frames = openFrames(keyOf(deps.secrets, row), row.id, await deps.documents.read(row.id));
  const first = await frames.next();
  async function* whole(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value;
    yield* frames;
  }
  return new Response(streamOf(whole()), {
    headers: {
      "Content-Length": String(row.bytes),
      ...fileHeaders({
        name: name ?? toDocument(deps.secrets, row).name,
        mediaType: row.media_type,
        isShown: isShown && row.purpose === "report",
      }),
    },
  });
}
