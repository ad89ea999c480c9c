import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { OrganisationRow } from "./tables.ts";

export const NO_DETAILS = {
  billingName: "",
  billingAddress: "",
  billingEmail: "",
  /** Addresses to which reports go beside the referrer, one a line. */
  recipients: "",
  poNumber: "",
};

/** Details that an organisation gives once for all its bookings. */
export type OrganisationDetails = typeof NO_DETAILS;

/** The addresses that usually get reports. */
export const usualRecipients = ({ recipients }: Pick<OrganisationDetails, "recipients">): string[] =>
  recipients
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);

const column = sealedJsonColumn<OrganisationDetails>("organisations", "details_sealed");

export const sealDetails = column.encrypt;

type Sealed = Pick<OrganisationRow, "id" | "details_sealed">;

export const openDetails = (secrets: Secrets, { id, details_sealed: sealed }: Sealed) =>
  sealed === null ? NO_DETAILS : { ...NO_DETAILS, ...column.decrypt(secrets, id, sealed) };
