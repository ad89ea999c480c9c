import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { LOGO_TOO_LARGE, MAX_LOGO_BYTES, type Logo } from "#app/features/settings/values.ts";
import { intentOf } from "#app/forms/intent.ts";

const isPng = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 8)).toString("latin1") === "\x89PNG\r\n\x1a\n";
const isSvg = (bytes: Uint8Array) => /<svg[\s>]/i.test(Buffer.from(bytes.subarray(0, 4096)).toString("utf8"));

const DRAW_MS = 10_000;

/** Draws standard input as a PNG on standard output. The argument is the path of `sharp`. */
const DRAW = `
  const picture = require(process.argv[1])({ limitInputPixels: 4_000_000, density: 144 });
  picture.resize({ width: 384, height: 72, fit: "inside" }).png({ compressionLevel: 9, palette: true });
  process.stdin.pipe(picture).pipe(process.stdout);
`;

const TOO_SLOW =
  "This picture takes too long to draw. Please save it as a PNG, or turn its letters into outlines.";
const NO_PICTURE = "Choose a PNG or an SVG file.";

/** The picture that the form brings, or none after “Remove”; a sentence for a file that is refused. */
export async function readLogo(form: FormData): Promise<Logo | string> {
  if (intentOf(form) === "remove") return { png: "", hash: "", width: 0, height: 0 };
  const file = form.get("logo");
  if (!(file instanceof File) || file.size === 0) return NO_PICTURE;
  return drawLogo(new Uint8Array(await file.arrayBuffer()));
}

/** Runs in a process of its own that can be ended: a few lines of SVG can ask for minutes of drawing. */
async function redraw(bytes: Uint8Array, timeout: number): Promise<Buffer> {
  const sharp = createRequire(import.meta.url).resolve("sharp");
  const options = { encoding: "buffer", timeout, killSignal: "SIGKILL" } as const;
  const drawing = promisify(execFile)(process.execPath, ["-e", DRAW, sharp], options);
  // The process may end before it has read everything.
  drawing.child.stdin?.on("error", () => {}).end(bytes);
  return (await drawing).stdout;
}

/** Redraws a PNG or SVG as a PNG, keeping nothing but the picture. Returns a sentence for a file that is refused;
 * throws when no process can be started. */
export async function drawLogo(bytes: Uint8Array, timeout = DRAW_MS): Promise<Logo | string> {
  if (bytes.length > MAX_LOGO_BYTES) return LOGO_TOO_LARGE;
  if (!isPng(bytes) && !isSvg(bytes)) return NO_PICTURE;
  try {
    const png = await redraw(bytes, timeout);
    const hash = createHash("sha256").update(png).digest("hex").slice(0, 24);
    // A PNG begins with its size.
    return { png: png.toString("base64"), hash, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
  } catch (error) {
    const { killed, code } = error as { killed?: boolean; code?: number | string };
    if (killed) return TOO_SLOW;
    // A name, as `ENOENT`, is no exit code: the process did not start.
    if (typeof code === "string") throw error;
    return "This picture cannot be read. Please save it again as a PNG, or choose another one.";
  }
}
