/** Sealed files by id. A file is written once and never changed. */
export type DocumentStore = {
  /** Keeps what `content` gives, and resolves when a power cut cannot take it away any more. Keeps nothing when
   * `content` throws, and passes the error on. SHA-256 in hex. */
  write(id: string, content: AsyncIterable<Uint8Array>): Promise<{ sha256: string; bytes: number }>;
  /** Throws `DocumentMissing` where there is none. */
  read(id: string): Promise<AsyncIterable<Uint8Array>>;
  /** Harmless to repeat. */
  remove(id: string): Promise<void>;
  /** All files, in any order. */
  list(): AsyncIterable<{ id: string; bytes: number; writtenAt: Date }>;
};

export class DocumentMissing extends Error {
  override name = "DocumentMissing";
  constructor(id: string) {
    super(`There is no file of the document ${id}`);
  }
}

/** The store does not answer: the request may be repeated later. */
export class DocumentStoreDown extends Error {
  override name = "DocumentStoreDown";
  readonly code = "STORE_LOST";
}
