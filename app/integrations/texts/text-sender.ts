/** Text messages by a vendor. Numbers are `+447…`. */

/** The vendor tells by a post of its own: how a text of ours fared, or what somebody wrote to us. */
export type TextNews =
  | {
      kind: "report";
      /** The key with which the text was sent. */
      key: string;
      vendorId: string;
      /** `under-way` changes nothing. */
      state: "under-way" | "delivered" | "failed";
      /** Why it failed, for staff. */
      words: string | null;
    }
  | { kind: "reply"; vendorId: string; from: string; words: string };

export type TextSender = {
  /** Sends one text within a deadline. The vendor knows no keys: where an earlier try may have arrived, `triedSince` is
   * when it began, and a text that the vendor has since then is not sent again. `stopped`: the vendor knows that the
   * number wants none. Throws `DeliveryError`. */
  send(
    to: string,
    text: string,
    key: string,
    triedSince?: Date | null,
  ): Promise<{ vendorId: string } | "stopped">;
  /** Reads a post to `path` (with its query). Null where the vendor did not sign it. */
  read(path: string, form: URLSearchParams, signature: string | null): TextNews | null;
  /** Milliseconds until it may be asked again after failing. */
  pausedMs?(): number;
};
