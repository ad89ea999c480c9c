import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { OrganisationRow } from "./tables.ts";

/** Details that an organisation gives once for all its bookings. */
export type OrganisationDetails = {
  billingName: string;
  billingAddress: string;
  billingEmail: string;
  /** Addresses to which reports go beside the referrer, one a line. */
  recipients: string;
  poNumber: string;
};

export const NO_DETAILS: OrganisationDetails = {
  billingName: "",
  billingAddress: "",
  billingEmail: "",
  recipients: "",
  poNumber: "",
};

/** The addresses that usually get reports. */
export const usualRecipients = ({ recipients }: Pick<OrganisationDetails, "recipients">): string[] =>
  recipients
    .split("\n")
    .map((row) => row.trim())
    .filter(Boolean);

const column = sealedJsonColumn<OrganisationDetails>("organisations", "details_sealed");

export const sealDetails = (secrets: Secrets, id: string, details: OrganisationDetails) =>
  column.encrypt(secrets, id, details);

export const openDetails = (
  secrets: Secrets,
  { id, details_sealed }: Pick<OrganisationRow, "id" | "details_sealed">,
): OrganisationDetails =>
  details_sealed === null ? NO_DETAILS : { ...NO_DETAILS, ...column.decrypt(secrets, id, details_sealed) };
