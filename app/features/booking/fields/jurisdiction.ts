/** The Mental Capacity Act 2005 applies in England and Wales. Checked 2026-11-25 against section 68 of the Act (its extent) and
 * Royal Mail's postcode areas. */

type Elsewhere = "Scotland" | "Northern Ireland" | "Jersey" | "Guernsey" | "the Isle of Man";
export type OutsideAct = Elsewhere | "border";

const AREAS: Readonly<Record<string, Elsewhere>> = {
  ...Object.fromEntries(
    "AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE".split(" ").map((area) => [area, "Scotland" as const]),
  ),
  BT: "Northern Ireland",
  JE: "Jersey",
  GY: "Guernsey",
  IM: "the Isle of Man",
};

/** Districts with places on both sides of the border. */
const BORDER = new Set(["TD9", "TD12", "TD15", "DG14", "DG16", "CA6"]);

/** Names that mean no place in England or Wales. */
const PLACES: Readonly<Record<string, Elsewhere>> = {
  ...Object.fromEntries(
    (
      "scotland,aberdeen,arbroath,ayr,cumbernauld,dumfries,dundee,dunfermline,east kilbride,edinburgh,falkirk," +
      "fort william,galashiels,glasgow,greenock,inverness,kilmarnock,kirkcaldy,kirkwall,lerwick,motherwell," +
      "oban,orkney,paisley,perth,peterhead,shetland,st andrews,stirling,stornoway,stranraer"
    )
      .split(",")
      .map((town) => [town, "Scotland" as const]),
  ),
  ...Object.fromEntries(
    (
      "northern ireland,antrim,armagh,ballymena,belfast,carrickfergus,coleraine,craigavon,derry,enniskillen," +
      "lisburn,londonderry,newry,newtownabbey,omagh"
    )
      .split(",")
      .map((town) => [town, "Northern Ireland" as const]),
  ),
  jersey: "Jersey",
  "st helier": "Jersey",
  guernsey: "Guernsey",
  alderney: "Guernsey",
  sark: "Guernsey",
  "st peter port": "Guernsey",
  "isle of man": "the Isle of Man",
};

const WHOLE_POSTCODE = /\b([A-Z]{1,2})(\d[A-Z\d]?)\s?\d[A-Z]{2}\b/;
const DISTRICT_ALONE = /^([A-Z]{1,2})(\d[A-Z\d]?)$/;
/** Such a word after a town's name makes it a street or a house. */
const STREET =
  "road|rd|street|st|avenue|ave|lane|terrace|drive|close|house|court|way|place|gardens|crescent|square|lodge|grove|ward|hall|park|rise|view";

function ofDistrict(area: string, rest: string): OutsideAct | null {
  return BORDER.has(area + rest) ? "border" : (AREAS[area] ?? null);
}

function ofTown(text: string): Elsewhere | null {
  const plain = text
    .toLowerCase()
    .replaceAll("saint ", "st ")
    .replace(/[.'’\s-]+/g, " ");
  const found = Object.keys(PLACES).find((name) =>
    new RegExp(`(^|[\\s,;(])${name}(?!\\s+(${STREET})\\b)($|[\\s,;)])`).test(plain),
  );
  return found ? PLACES[found]! : null;
}

/** The part of the British Isles in which a place is if not in England or Wales, by its postcode or else by a well-known name; null when it is there, or when
 * nothing says otherwise. */
export function outsideAct(place: string | null | undefined): OutsideAct | null {
  const text = (place ?? "").trim();
  const [, area, rest] = WHOLE_POSTCODE.exec(text.toUpperCase()) ?? [];
  if (area && rest) return ofDistrict(area, rest);
  for (const part of text.toUpperCase().split(/[,;\n]/)) {
    const [, letters, digits] = DISTRICT_ALONE.exec(part.trim()) ?? [];
    if (letters && digits) return ofDistrict(letters, digits);
  }
  return ofTown(text);
}

/** The warning for the referrer. Never a refusal. */
export function outsideActWords(where: OutsideAct): string {
  return where === "border"
    ? "This postcode has places in England and in Scotland. The Mental Capacity Act applies on the English side only. You can go on: we check this with you before the assessment."
    : `This looks like a place in ${where}. The law that our assessments are made for, the Mental Capacity Act, applies in England and Wales only, so a report may not be accepted there. You can go on: we check this with you before the assessment. If you are not sure, please call us first.`;
}
