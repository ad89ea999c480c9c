const PDF = "application/pdf";

/** Kinds of files that are taken. The first extension is the one that a download gets when its name has
 * none of them. */
const FILE_KINDS = [
  { mediaType: PDF, label: "PDF", extensions: ["pdf"] },
  { mediaType: "image/jpeg", label: "JPG", extensions: ["jpg", "jpeg"] },
  { mediaType: "image/png", label: "PNG", extensions: ["png"] },
  { mediaType: "image/tiff", label: "TIFF", extensions: ["tif", "tiff"] },
  { mediaType: "image/heic", label: "HEIC", extensions: ["heic", "heif"] },
  { mediaType: "application/msword", label: "DOC", extensions: ["doc"] },
  {
    mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    label: "DOCX",
    extensions: ["docx"],
  },
  { mediaType: "application/rtf", label: "RTF", extensions: ["rtf"] },
  {
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    label: "XLSX",
    extensions: ["xlsx"],
  },
  { mediaType: "application/vnd.oasis.opendocument.text", label: "ODT", extensions: ["odt"] },
] as const;

export type MediaType = (typeof FILE_KINDS)[number]["mediaType"];

const ALL_EXTENSIONS: readonly string[] = FILE_KINDS.flatMap(({ extensions }) => extensions);
const LABELS = FILE_KINDS.map(({ label }) => label);

/** For a file control's `accept`. */
export const ACCEPTED_FILES = ALL_EXTENSIONS.map((extension) => `.${extension}`).join(",");

/** `PDF, JPG, … or ODT` */
export const FILE_KIND_WORDS = `${LABELS.slice(0, -1).join(", ")} or ${LABELS.at(-1)}`;

export const isPdf = (mediaType: string) => mediaType === PDF;

export const isMediaType = (value: string): value is MediaType =>
  FILE_KINDS.some(({ mediaType }) => mediaType === value);

/** A file's name with the extension of what the file is: systems decide by it what opens the file. One of another kind
 * that is taken gives way (`photo.jpg.heic` would be nobody's wish), any other stays in the name: `letter.bat.pdf`. */
export function nameByKind(name: string, mediaType: string): string {
  const kind = FILE_KINDS.find((one) => one.mediaType === mediaType);
  if (!kind) return name;
  const trimmed = name.replace(/[. ]+$/, "");
  const [, stem = trimmed, last = ""] = /^(.+)\.([^.]*)$/s.exec(trimmed) ?? [];
  const extension = last.toLowerCase();
  if ((kind.extensions as readonly string[]).includes(extension)) return trimmed;
  const kept = ALL_EXTENSIONS.includes(extension) ? stem : trimmed;
  return `${kept}.${kind.extensions[0]}`;
}
