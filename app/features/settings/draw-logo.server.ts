import { createHash } from "node:crypto";
import { LOGO_TOO_LARGE, MOST_LOGO_BYTES, type Logo } from "./values.ts";

const WIDTH = 384;
const HEIGHT = 72;
const MOST_PIXELS = 4_000_000;

const isPng = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 8)).toString("latin1") === "\x89PNG\r\n\x1a\n";
const isSvg = (bytes: Uint8Array) => /<svg[\s>]/i.test(Buffer.from(bytes.subarray(0, 4096)).toString("utf8"));

/** The time that drawing takes grows with the square of the letters: 10,000 take half a minute. */
const MOST_LETTERS = 1_000;
const TEXT = /^(?:!\[CDATA\[|\/?(?:\w+:)?(?:text|tspan|textPath|a)\b[^>]*>)([^]*)/;

function lettersOf(svg: string): number {
  const texts = svg.split("<").map((piece) => TEXT.exec(piece)?.[1] ?? "");
  return texts.reduce((sum, text) => sum + text.trim().length, 0);
}

const TOO_MUCH_TEXT =
  "This picture has too much text. Please turn its letters into outlines, or save it as a PNG.";
const NO_PICTURE = "Choose a PNG or an SVG file.";

/** The picture that the form brings, or none after “Remove”; a sentence for a file that is refused. */
export async function readLogo(form: FormData): Promise<Logo | string> {
  if (form.get("intent") === "remove") return { png: "", hash: "", width: 0, height: 0 };
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) return NO_PICTURE;
  return drawLogo(new Uint8Array(await file.arrayBuffer()));
}

/** Redraws a PNG or SVG as a PNG, keeping nothing but the picture. Returns a sentence for a file that is refused. */
export async function drawLogo(bytes: Uint8Array): Promise<Logo | string> {
  if (bytes.length > MOST_LOGO_BYTES) return LOGO_TOO_LARGE;
  if (!isPng(bytes) && !isSvg(bytes)) return NO_PICTURE;
  if (!isPng(bytes) && lettersOf(Buffer.from(bytes).toString("utf8")) > MOST_LETTERS) return TOO_MUCH_TEXT;
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, density: 144 })
      .resize({ width: WIDTH, height: HEIGHT, fit: "inside" })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer({ resolveWithObject: true });
    const hash = createHash("sha256").update(data).digest("hex").slice(0, 24);
    return { png: data.toString("base64"), hash, width: info.width, height: info.height };
  } catch {
    return "This picture cannot be read. Please save it again as a PNG, or choose another one.";
  }
}
