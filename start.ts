import { enableCompileCache } from "node:module";
import { join } from "node:path";

/** The first file that `npm start` runs. The build leaves the server's machine-independent code in this folder
 * (`scripts/build.mjs`), so that V8 need not compile it again: an eighth of the processor's time of a start. */
enableCompileCache({ directory: join(import.meta.dirname, "compile-cache"), portable: true });
await import("./server.ts");
