/**
 * Who may import whom, type imports included. `npm run lint` fails on a circle and on an import that goes up.
 * docs/architecture.md draws the two orders.
 */

/** Layers, top first. Each may import those below it, as far as the rules name no exception. */
const ONE_WAY = [
  { layer: "app/platform/", mayNot: "app/(routes|features|integrations|kit|forms|ui)/" },
  { layer: "app/integrations/", mayNot: "app/(routes|features|kit|forms|ui)/" },
  { layer: "app/ui/", mayNot: "app/(routes|features|integrations|kit|forms)/" },
  { layer: "app/forms/", mayNot: "app/(routes|features|integrations|kit)/" },
  { layer: "app/kit/", mayNot: "app/(routes|features|integrations)/" },
  { layer: "app/features/", mayNot: "app/routes/" },
  { layer: "migrations/", mayNot: "app/" },
];

/** Rooms of app/features, top first: each may import those below it and none above. */
const ROOMS = [
  "api",
  "assurance",
  "privacy",
  "staff/frame",
  "staff/statistics",
  "staff/reports",
  "staff/dashboard",
  "staff/calendar",
  "staff/booking",
  "staff/new-booking",
  "staff/settings",
  "accounts/users",
  "organisations/desk",
  "visits/staff-pages",
  "organisations/own",
  "organisations/letter",
  "after-booking/customer",
  "after-booking/own-booking",
  "organisations/lists",
  "before-booking/finder",
  "before-booking/wizard",
  "before-booking/paper-form",
  "before-booking/introduction",
  "after-booking/pages",
  "stage",
  "mail",
  "pay",
  "billing",
  "charges",
  "quality",
  "follow-ups",
  "report-writing",
  "contributions",
  "report",
  "documents",
  "visits",
  "visits/assessor-pages",
  "visits/calendar",
  "visits/letter",
  "visits/agree",
  "visits/outcome",
  "visits/plan",
  "visits/person",
  "safeguarding",
  "texts",
  "visits/record",
  "assessors",
  "referral",
  "referral/cop3",
  "referral/sections",
  "booking/record",
  "organisations/record",
  "booking/money",
  "booking/fields",
  "settings-screens",
  "accounts/security",
  "accounts/sign-in",
  "accounts/password",
  "accounts/session",
  "accounts/devices",
  "accounts/record",
  "outbox",
  "data-protection",
  "settings",
  "contact-details",
  "audit",
  "catalogue",
];

/** The files of a room, without those of rooms inside it. */
const filesOf = (room) =>
  ROOMS.some((other) => other.startsWith(`${room}/`))
    ? `^app/features/${room}/[^/]+$`
    : `^app/features/${room}/`;

const TESTS = "\\.test\\.tsx?$";
const SDKS = "node_modules/(postmark|nodemailer|xero-node|aws4fetch)/";
const INPUT_AND_OUTPUT = `node_modules/(better-sqlite3|postmark|nodemailer|xero-node|aws4fetch)/|^(node:)?fs(/|$)|app/platform/.*\\.server`;

const layerRules = ONE_WAY.map(({ layer, mayNot }) => ({
  name: `layer ${layer}`,
  severity: "error",
  from: { path: `^${layer}`, pathNot: TESTS },
  to: { path: `^${mayNot}` },
}));

const roomRules = ROOMS.slice(1).map((room, index) => ({
  name: `room ${room}`,
  comment: `${room} may import only rooms below it in .dependency-cruiser.mjs.`,
  severity: "error",
  from: { path: filesOf(room), pathNot: TESTS },
  to: { path: ROOMS.slice(0, index + 1).map(filesOf) },
}));

export default {
  forbidden: [
    { name: "no circle of files", severity: "error", from: {}, to: { circular: true } },
    ...layerRules,
    ...roomRules,
    {
      name: "every room has its place in the order",
      severity: "error",
      from: {},
      to: { path: "^app/features/", pathNot: ROOMS.map(filesOf) },
    },
    {
      name: "routes do not import each other",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/routes\\.ts$" },
      to: { path: "^app/routes/", pathNot: TESTS },
    },
    {
      name: "examples are for the gallery alone",
      comment: "They would travel to browsers.",
      severity: "error",
      from: { path: "^app/", pathNot: `\\.examples\\.tsx$|^app/routes/system/gallery\\.tsx$|${TESTS}` },
      to: { path: "\\.examples\\.tsx$|^app/ui/example\\.ts$" },
    },
    {
      name: "routes hold no queries",
      comment: "Use a feature's queries or use cases.",
      severity: "error",
      from: { path: "^app/routes/", pathNot: TESTS },
      to: { path: "node_modules/(kysely|better-sqlite3)/" },
    },
    {
      name: "a document of sections is saved by its engine",
      comment: "Call readSave, planSave and answerSave of sections.server.ts; render SectionForm.",
      severity: "error",
      from: { path: "^app/(features|routes)/", pathNot: TESTS },
      to: { path: "^app/kit/sections/(posted-section|use-section-autosave)\\.ts$" },
    },
    {
      name: "every CSV is made in app/kit/csv.server.ts",
      severity: "error",
      from: { path: "^app/", pathNot: `^app/kit/csv\\.server\\.ts$|${TESTS}` },
      to: { path: "node_modules/csv-stringify/" },
    },
    {
      name: "vendors' SDKs stop in integrations",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/integrations/" },
      to: { path: SDKS },
    },
    {
      name: "only *.server.ts touches the database, files or an SDK",
      severity: "error",
      from: { path: "^app/(features|kit|forms|ui)/", pathNot: `\\.server\\.tsx?$|${TESTS}` },
      to: { path: INPUT_AND_OUTPUT, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the composition root is for routes, scripts and the server",
      comment: "Elsewhere its type alone may be imported.",
      severity: "error",
      from: { path: "^app/(features|kit|forms|ui|integrations|platform)/", pathNot: TESTS },
      to: { path: "^app/deps\\.server\\.ts$", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: `\\+types/|^\\.react-router|^virtual:|^tests/|${TESTS}` },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".mjs"], exportsFields: ["exports"] },
  },
};
