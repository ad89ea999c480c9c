/** In the order in which a new practice needs them. */
export const SETTINGS_INDEX: { to: string; title: string; about: string }[] = [
  {
    to: "/admin/setup",
    title: "First steps",
    about: "What a new practice does first, checked by the system.",
  },
  {
    to: "/admin/settings/company",
    title: "Company",
    about: "Name, addresses, phone, numbers, bank details and colour.",
  },
  { to: "/admin/settings/logo", title: "Logo", about: "The picture beside your name." },
  { to: "/admin/settings/prices", title: "Prices", about: "Dated price lists, the discount and VAT." },
  { to: "/admin/settings/assessments", title: "Assessments", about: "What you offer, in which order." },
  {
    to: "/admin/settings/rules",
    title: "Booking rules",
    about: "Notice, weekends, closed days, promises and fees.",
  },
  { to: "/admin/settings/mails", title: "Mail texts", about: "What your e-mails say, and their foot." },
  { to: "/admin/settings/status", title: "Status line", about: "The line under the header, for some days." },
  { to: "/admin/settings/retention", title: "Retention", about: "How long personal data is kept." },
  {
    to: "/admin/settings/switches",
    title: "Analytics and error reports",
    about: "What is sent to other companies.",
  },
];
