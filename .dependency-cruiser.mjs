/**
 * Who may import whom, type imports included. `npm run lint` fails on a circle and on an import that goes up.
 * docs/architecture.md draws the two orders.
 */

/** Layers, top first. Each may import those below it, as far as the rules name no exception. */
const ONE_WAY = [
  { layer: "app/platform/", mayNot: "app/(routes|features|integrations|forms|ui)/" },
  { layer: "app/integrations/", mayNot: "app/(routes|features|forms|ui)/" },
  { layer: "app/ui/", mayNot: "app/(routes|features|integrations|forms)/" },
  { layer: "app/forms/", mayNot: "app/(routes|features|integrations)/" },
  { layer: "app/features/", mayNot: "app/routes/" },
  { layer: "migrations/", mayNot: "app/" },
];

/** Features, top first: each may import those below it and none above. */
const FEATURES = [
  "api",
  "privacy",
  "dashboard",
  "staff",
  "customer",
  "users",
  "account-security",
  "finder",
  "wizard",
  "paper-form",
  "introduction",
  "booking-pages",
  "mail",
  "billing",
  "referral",
  "referral-sections",
  "booking",
  "accounts",
  "mail-queue",
  "outbox",
  "data-protection",
  "settings",
  "contact-details",
  "audit",
  "catalogue",
];

const TESTS = "\\.test\\.tsx?$";
const SDKS = "node_modules/(postmark|nodemailer|xero-node)/";
const INPUT_AND_OUTPUT = `node_modules/(better-sqlite3|postmark|nodemailer|xero-node)/|^(node:)?fs(/|$)|app/platform/.*\\.server`;

const layerRules = ONE_WAY.map(({ layer, mayNot }) => ({
  name: `layer ${layer}`,
  severity: "error",
  from: { path: `^${layer}`, pathNot: TESTS },
  to: { path: `^${mayNot}` },
}));

const featureRules = FEATURES.slice(1).map((feature, index) => ({
  name: `feature ${feature}`,
  comment: `${feature} may import only features below it in .dependency-cruiser.mjs.`,
  severity: "error",
  from: { path: `^app/features/${feature}/`, pathNot: TESTS },
  to: { path: `^app/features/(${FEATURES.slice(0, index + 1).join("|")})/` },
}));

export default {
  forbidden: [
    { name: "no circle of files", severity: "error", from: {}, to: { circular: true } },
    ...layerRules,
    ...featureRules,
    {
      name: "every feature has its place in the order",
      severity: "error",
      from: {},
      to: { path: "^app/features/", pathNot: `^app/features/(${FEATURES.join("|")})/` },
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
      name: "vendors' SDKs stop in integrations",
      severity: "error",
      from: { path: "^app/", pathNot: "^app/integrations/" },
      to: { path: SDKS },
    },
    {
      name: "only *.server.ts touches the database, files or an SDK",
      severity: "error",
      from: { path: "^app/(features|forms|ui)/", pathNot: `\\.server\\.tsx?$|${TESTS}` },
      to: { path: INPUT_AND_OUTPUT, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the composition root is for routes, scripts and the server",
      comment: "Elsewhere its type alone may be imported.",
      severity: "error",
      from: { path: "^app/(features|forms|ui|integrations|platform)/", pathNot: TESTS },
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
