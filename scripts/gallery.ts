import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";
import type { MailSite } from "#app/features/mail/mail-input.server.ts";
import type * as GalleryPage from "./gallery-page.tsx";

const ASSETS = "build/client/assets";
/** In the order in which pages load them: the first one settles the order of the layers. A sheet that several parts
 * import has the name of its own file, else that of the part (`referral-page`). */
const SHEETS = ["common", "desk-frame", "referral"];

function builtSheet(sheet: string): string {
  const file = readdirSync(ASSETS).find((name) => name.startsWith(`${sheet}-`) && name.endsWith(".css"));
  if (!file) throw new Error(`The build has no style sheet ${sheet}`);
  return file;
}

/** The gallery as its own program draws it, with the built style sheets, and every mail: by address, whole documents.
 * `/gallery/alone` is all examples that have a page by themselves, one after the other. */
export async function drawGallery(site: MailSite): Promise<Map<string, string>> {
  const vite = await createServer({
    configFile: false,
    logLevel: "error",
    appType: "custom",
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const { addresses, drawBody, drawMails } = (await vite.ssrLoadModule(
    "/scripts/gallery-page.tsx",
  )) as typeof GalleryPage;
  await vite.close();
  const files = SHEETS.map((sheet) => `${ASSETS}/${builtSheet(sheet)}`);
  const styles = [...files, "app/styles/gallery.css"].map(
    (file) => `<style>${readFileSync(file, "utf8")}</style>`,
  );
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    ...styles,
  ].join("");
  const document = (bodies: string[]) =>
    `<!DOCTYPE html><html lang="en-GB" data-alive><head>${head}</head><body>${bodies.join("")}</body></html>`;
  return new Map([
    ["/gallery", document([drawBody("/gallery")])],
    ["/gallery/alone", document(addresses.map(drawBody))],
    ...[...drawMails(site)].map(([topic, html]) => [`/mail/${topic}`, html] as const),
  ]);
}
