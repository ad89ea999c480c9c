import type { Deps } from "#app/deps.server.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import { FILES, inChunks } from "./files.ts";
import { BY_STAFF } from "./visits.ts";

type Options = Partial<Omit<Parameters<typeof storeDocument>[1], "content">> & {
  bookingId: string;
  bytes?: Buffer;
};

/** A stored paper of a booking, from staff, for its assessor and staff. Throws when it is refused. */
export async function createDocument(deps: Deps, { bytes = FILES.pdf, ...options }: Options) {
  const result = await storeDocument(deps, {
    purpose: "paper",
    kind: "gp-letter",
    visibleTo: "assessor-and-staff",
    name: "Letter.pdf",
    by: BY_STAFF,
    ...options,
    content: inChunks(bytes),
  });
  if (!result.ok) throw new Error(`the file was refused: ${result.problem}`);
  return result;
}
