import type { NewDocument } from "#app/features/billing/own/documents.server.ts";
import { oneOf, sumLine } from "#app/features/billing/own/sums.ts";
import { appendChange } from "#app/features/settings/settings.server.ts";
import type { Company } from "#app/features/settings/values.ts";
import type { TestDeps } from "./deps.ts";

/** Lets the practice make its invoices itself; `company` replaces some of its details. */
export async function makeInvoicesHere(
  deps: TestDeps,
  given: { company?: Partial<Company>; invoices?: Partial<ReturnType<typeof invoicesOf>> } = {},
): Promise<void> {
  const { company } = deps.settings.current();
  await appendChange(deps.db, deps.clock, "invoices", { ...invoicesOf(deps), ...given.invoices }, null);
  await appendChange(
    deps.db,
    deps.clock,
    "company",
    { ...company, bankDetails: "Sort code 00-00-00\nAccount 12345678", ...given.company },
    null,
  );
  await deps.settings.reload();
}

const invoicesOf = (deps: TestDeps) => ({
  ...deps.settings.current().invoices,
  maker: "here" as "here" | "nowhere",
});

export const VAT_REGISTERED = { vatNumber: "GB123456782", registeredAddress: "1 High Street\nLeeds LS1 1AA" };

/** Registers the practice for VAT; `company` replaces some of its details. */
export async function registerForVat(
  deps: Pick<TestDeps, "db" | "clock" | "settings">,
  given: Partial<Company> = {},
) {
  const company = { ...deps.settings.current().company, ...VAT_REGISTERED, ...given };
  await appendChange(deps.db, deps.clock, "company", company, null);
  await deps.settings.reload();
}

/** An invoice of £595 for nobody. */
export const testInvoice = (bookingId: string): NewDocument => ({
  bookingId,
  kind: "full",
  requestKey: `test:${bookingId}`,
  issuedBy: null,
  issuedOn: "2027-03-10",
  dueOn: "2027-04-09",
  content: {
    seller: { name: "Assessments", address: "", companyNumber: "", vatNumber: "", phone: "", email: "" },
    lines: [sumLine(oneOf("Assessment", 59_500, 0))],
    bankDetails: "",
    suppliedOn: null,
  },
  buyer: { name: "Joanna Reeve", organisation: "", address: "", reference: "", note: "" },
});
