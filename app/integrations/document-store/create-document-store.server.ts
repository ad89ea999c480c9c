import { join } from "node:path";
import type { Env } from "#app/platform/env.server.ts";
import type { DocumentStore } from "./document-store.ts";
import { createFolderStore } from "./folder-store.server.ts";
import { createS3Store } from "./s3-store.server.ts";

/** The folder of the documents where no bucket is set. */
export const documentsFolder = (env: Pick<Env, "DATA_DIR">) => join(env.DATA_DIR, "documents");

/** A bucket where `S3_ENDPOINT` names one, else `DATA_DIR/documents`. */
export function createDocumentStore(env: Env): DocumentStore {
  return env.s3
    ? createS3Store(env.s3, join(env.DATA_DIR, "documents-sending"))
    : createFolderStore(documentsFolder(env));
}
