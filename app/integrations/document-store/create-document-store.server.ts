import { dataFolders } from "#app/platform/data-folder.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { DocumentStore } from "./document-store.ts";
import { createFolderStore } from "./folder-store.server.ts";
import { createS3Store } from "./s3-store.server.ts";

/** A bucket where `S3_ENDPOINT` names one, else `DATA_DIR/documents`. */
export function createDocumentStore(env: Env): DocumentStore {
  const { documents, sending } = dataFolders(env);
  return env.s3 ? createS3Store(env.s3, sending) : createFolderStore(documents);
}
