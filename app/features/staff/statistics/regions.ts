/** Regions of the United Kingdom by postcode area and by large town, for counting. */

const AREAS: Readonly<Record<string, string>> = {
  "North East": "DH NE SR TS",
  "North West": "BB BL CA CH CW FY L LA M OL PR SK WA WN",
  "Yorkshire and the Humber": "BD DN HD HG HU HX LS S WF YO DL",
  "East Midlands": "DE LE LN NG NN",
  "West Midlands": "B CV DY HR ST TF WR WS WV",
  "East of England": "AL CB CM CO IP LU NR PE SG SS WD",
  London: "BR CR DA E EC EN HA IG KT N NW RM SE SM SW TW UB W WC",
  "South East": "BN CT GU HP ME MK OX PO RG RH SL SO TN",
  "South West": "BA BH BS DT EX GL PL SN SP TA TQ TR",
  Wales: "CF LD LL NP SA SY",
  Scotland: "AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE",
  "Northern Ireland": "BT",
  "Channel Islands and Isle of Man": "GY IM JE",
};

const TOWNS: Readonly<Record<string, string>> = {
  "North East": "newcastle,sunderland,durham,middlesbrough,gateshead",
  "North West":
    "manchester,liverpool,salford,bolton,preston,blackpool,warrington,chester,carlisle,stockport,lancaster",
  "Yorkshire and the Humber":
    "leeds,sheffield,bradford,york,hull,wakefield,doncaster,huddersfield,harrogate,halifax",
  "East Midlands": "nottingham,leicester,derby,lincoln,northampton",
  "West Midlands": "birmingham,coventry,wolverhampton,stoke-on-trent,worcester,walsall,telford,hereford",
  "East of England":
    "norwich,cambridge,ipswich,luton,peterborough,chelmsford,colchester,southend,watford,bedford",
  London: "london,croydon,bromley,harrow,ealing,enfield",
  "South East":
    "brighton,oxford,southampton,portsmouth,reading,milton keynes,canterbury,maidstone,guildford,winchester",
  "South West": "bristol,exeter,plymouth,bath,gloucester,cheltenham,swindon,bournemouth,poole,truro,taunton",
  Wales: "cardiff,swansea,newport,wrexham,bangor,aberystwyth",
};

const byEntry = (lists: Readonly<Record<string, string>>, separator: string) =>
  new Map(
    Object.entries(lists).flatMap(([region, list]) =>
      list.split(separator).map((entry) => [entry, region] as const),
    ),
  );

const REGION_OF_AREA = byEntry(AREAS, " ");
const REGION_OF_TOWN = byEntry(TOWNS, ",");

export const NO_REGION = "Other places";

/** The region of a place as it was typed: by its postcode district, or else by a large town in it. */
export function regionOf(place: string | null, district: string | null): string {
  const area = /^[A-Z]+/.exec(district ?? "")?.[0];
  const byArea = area && REGION_OF_AREA.get(area);
  if (byArea) return byArea;
  const words = (place ?? "").toLowerCase().split(/[^a-z'-]+/);
  for (const [index, word] of words.entries()) {
    const region = REGION_OF_TOWN.get(word) ?? REGION_OF_TOWN.get(`${word} ${words[index + 1] ?? ""}`);
    if (region) return region;
  }
  return NO_REGION;
}
