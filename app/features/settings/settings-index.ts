/** Address, title and contents of each page, in the order in which a new practice needs them. */
export const SETTINGS_INDEX = [
  ["/admin/setup", "First steps", "What a new practice does first, checked by the system."],
  ["/admin/settings/company", "Company", "Name, addresses, phone, numbers, bank details and colour."],
  ["/admin/settings/logo", "Logo", "The picture beside your name."],
  ["/admin/settings/prices", "Prices", "Dated price lists, the discount and VAT."],
  ["/admin/settings/assessments", "Assessments", "What you offer, in which order."],
  ["/admin/settings/rules", "Booking rules", "Notice, weekends, closed days, promises and fees."],
  ["/admin/settings/mails", "Mail texts", "What your e-mails say, and their foot."],
  ["/admin/settings/status", "Status line", "The line under the header, for some days."],
  ["/admin/settings/retention", "Retention", "How long personal data is kept."],
  ["/admin/settings/switches", "Analytics and error reports", "What is sent to other companies."],
] as const;
