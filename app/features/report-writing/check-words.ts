/** Words that the check looks for. A senior assessor reads and extends these lists. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words of grammar, which say nothing by themselves. */
export const STOP_WORDS = words(`
  a an the and or of to in on at by for from with as is are was were be been being has have had do does did it its this
  that these those there then than so such which who whom whose what she he they her him his hers them their theirs i
  my me we our you your because due therefore thus also where whether about into over very quite too rather just`);

/** A field of these words alone is a field that nobody filled in. */
export const SAYS_NOTHING = words(`
  na nil no none not yes x xx xxx tbc tba tbd todo nothing applicable known unknown identified recorded given
  provided needed required stated available present found noted pending follow to be confirmed completed added see
  it is was were there any at this time of as the support impairment disturbance evidence reason reasons lorem ipsum
  dolor sit amet test asdf qwerty blank empty`);

/** Words of a finding: a reason made of these alone repeats what was ticked. */
export const FINDING_WORDS = words(`
  can not could cannot able unable ability inability fail fails failed understand understands understood understanding
  retain retains retained retaining remember use uses used using weigh weighs weighed weighing up balance communicate
  communicates communicated communicating information relevant decision decisions decide decides deciding reach reaching make makes making
  capacity lack lacks lacked lacking mental opinion find found conclude clearly simply fully properly really plainly
  all any process part long enough person client yes no out mr mrs ms miss dr section criterion test met element limb`);

/** Section 2(3) and section 1(4) of the Act: age, appearance, condition, behaviour or an unwise decision alone. */
export const NO_IMPAIRMENT = words(`
  age aged ageing old older elderly advanced extreme great years year young frail frailty infirm infirmity appearance
  looks look looking dishevelled unkempt untidy scruffy dirty clothes clothing dress dressed dresses hair tattoos
  hygiene behaviour behaviours behaves behaving challenging aggressive aggression eccentric eccentricity odd oddly
  strange strangely rude stubborn stubbornness difficult uncooperative wilful lifestyle chaotic unwise unwisely foolish
  foolishly risky reckless bad poor imprudent decision decisions choice choices spending spends spendthrift deaf deafness
  hearing blind blindness sight eyesight wheelchair mobility physical disability english language accent illiterate
  illiteracy uneducated makes make making made takes take taking frequently often repeatedly always some many several`);

/** Support of these words alone says that some was given, and not which. */
export const UNNAMED_SUPPORT = words(`
  support supported appropriate appropriately practicable practical steps step taken took given gave provided offered made
  reasonable adjustments adjustment assistance assisted help helped necessary needed required full fully sufficient
  adequate suitable all every any possible used tried encouraged measures`);

/** Words of an impairment, or of a disturbance. Without one the author is asked whether it is one. */
export const IMPAIRMENT_WORDS =
  /\b(?:memory|brain|cognit\w*|mind|mental\w*|disorder\w*|disturb\w*|impair\w*|injur\w*|deliri\w*|confus\w*|disease|syndrome|ill|illness|intoxicat\w*|unconscious\w*|coma|concuss\w*|tumour|enceph\w*|epilep\w*|seizures?|concentrat\w*|attention|learning|intellectual|psych\w*|neuro\w*|anxiety|trauma\w*|alcohol\w*|drugs?|sedat\w*|dissoc\w*|dementia|alzheimer\w*|lewy|strokes?|aphasi\w*|autis\w*|schizo\w*|bipolar|mania|manic|depress\w*|parkinson\w*|huntington\w*|korsakoff\w*|down['’]?s?|infection|hypox\w*|anorexi\w*|delusion\w*|hallucinat\w*|ptsd|adhd|frontal|executive|sepsis|hydroceph\w*|amnesi\w*|locked-in|addict\w*|grief)\b/i;

/** Illnesses, which say nothing about what somebody can do. Each is a noun here: to stroke a cat is no illness. */
export const DIAGNOSES: readonly RegExp[] = [
  /\b(?:vascular |frontotemporal |mixed )?dementia\b/i,
  /\balzheimer(?:['’]?s)?\b/i,
  /\blewy[ -]bod(?:y|ies)\b/i,
  /\bschizo(?:phrenia|phrenic|affective)\b/i,
  /\bbipolar\b/i,
  /\b(?:autism|autistic)\b/i,
  /\blearning disabilit(?:y|ies)\b/i,
  /\bbrain injur(?:y|ies)\b/i,
  /\b(?:a|an|another|the|her|his|their|of|after|following|since|by|had|small|minor|major|severe|ischaemic|haemorrhagic|second|two|three|several|mini)[ -]?strokes?\b(?!\s+of\s+(?:luck|genius|fortune|ten|eleven|twelve|noon|midnight)\b)(?!\s+(?:the|a|an|her|his|their|my|its)\s+(?:cat|dog|kitten|puppy|rabbit|horse|pet|fur|hair|head|hand|arm|face|cheek|beard|baby)s?\b)/i,
  /(?<!\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )\bparkinson(?:['’]?s)\b/i,
  /\bparkinson['’]?s? disease\b/i,
  /\bhuntington['’]?s\b/i,
  /\bkorsakoff(?:['’]?s)?\b/i,
  /\bdelirium\b/i,
  /(?<!\bgreat )(?<!\bthe )\bdepression\b/i,
  /\bpsychosis\b/i,
  /\bpersonality disorder\b/i,
  /\bcognitive impairment\b/i,
  /\bdown['’]?s? syndrome\b/i,
  /\baphasia\b/i,
];

const SLOT =
  "(?:insert|enter|type|fill in|complete)\\b[^\\]\\n}>]{0,40}|(?:(?:full |first |last )?name|surname|title|d\\.?o\\.?b\\.?|date(?: of birth| of visit| of assessment)?|address|place|decision|client|person|patient|assessor|solicitor|relationship)(?:(?:['’]s)? (?:name|address|title|date of birth)| of (?:the )?(?:client|person|patient|assessor|solicitor))?|x{2,}|\\.{3}|…";

/** Gaps of a template. None is in a sentence that somebody wrote: quotations, and brackets with an editor's words, are
 * read past. */
export const GAPS: readonly RegExp[] = [
  /\{\{[^}\n]{0,60}\}\}/,
  /<<[^>\n]{1,60}>>/,
  /\$\{[^}\n]{1,60}\}/,
  new RegExp(`\\[\\s*(?:${SLOT})\\s*\\]`, "i"),
  new RegExp(`\\{\\s*(?:${SLOT})\\s*\\}`, "i"),
  new RegExp(`<\\s*(?:${SLOT})\\s*>`, "i"),
  /\b(?:Mr|Mrs|Ms|Miss|Mx)\.? (?:X{2,}|_{2,}|\.{3,}|…)(?!\w)/,
  /\bX{2}[/.](?:X{2}|\d{2})[/.](?:X{2,4}|\d{2,4})\b/i,
  /£\s?X{2,}\b/,
  /\bX{4,}\b/,
  /\blorem ipsum\b/i,
];

/** Words that may be a gap, and may be what the author means. */
export const MAYBE_GAPS: readonly RegExp[] = [
  /(?<!(?:chapter|part|table|volume|king|pope|re|v|annex|appendix|section) )\bX{2,3}\b(?! (?:v|chromosome))/i,
  /\b(?:TBC|TBA|TBD)\b/,
  /\bto be (?:confirmed|inserted|filled in)\b/i,
  /\bdelete as (?:appropriate|applicable|necessary)\b/i,
  /_{4,}/,
  /\?{3,}/,
  /«[^»\n]{1,40}»/,
];

export const EITHER_PRONOUN =
  /\b(?:he\s?\/\s?she|she\s?\/\s?he|s\/he|his\s?\/\s?hers?|hers?\s?\/\s?his|him\s?\/\s?her|her\s?\/\s?him|he or she|she or he|his or her|him or her)\b/i;

/** Decisions so wide that no single answer fits them. */
const WIDE_DECISIONS: readonly RegExp[] = [
  /\bdecisions?\b[^.]{0,20}\b(?:generally|in general|of any kind|at all)\b/i,
  /^\W*(?:whether .{0,80} (?:can|is able to|has (?:the )?capacity to) )?make (?:any |all |most |complex |her |his |their |own )*decisions?\W*$/i,
  /^\W*(?:general |global )?(?:mental )?capacity(?: (?:assessment|report))?\W*$/i,
  /^\W*(?:whether .{0,80}(?:has|have|lacks?|retains) )(?:mental )?capacity\W*$/i,
  /\b(?:make|take|making) (?:any |all |her |his |their |own )*decisions? (?:about|on|regarding|for|in relation to) (?:any |all |her |his |their |the |own )*(?:property(?: and)? (?:financial )?affairs|property and finances?|property and financial affairs|financial affairs|finances|money|affairs|health and welfare|health|welfare|personal welfare|care|life)\W*$/i,
  /\b(?:manage|look after|handle|deal with|managing) (?:any |all |her |his |their |the |own )*(?:property(?: and)? (?:financial )?affairs|property and financial affairs|financial affairs|finances|money|affairs|health and welfare)\W*$/i,
  /^\W*(?:whether .{0,80} can )?decide about (?:health and welfare|care|finances|money|medical treatment|where to live)\W*$/i,
  /^\W*(?:capacity (?:for|to manage) )?(?:all|everything|(?:property and )?finances?|property and affairs|care|health and welfare|welfare|money)\W*$/i,
  /^\W*whether .{0,80} can make the decision\W*$/i,
  /^\W*(?:whether .{0,80} can )?(?:decide to )?(?:make a gift|sell a property|buy a property)\W*$/i,
];

export const isWideDecision = (decision: string) => WIDE_DECISIONS.some((pattern) => pattern.test(decision));

export const NARROW_EXAMPLES =
  "Such as: whether to sell 4 Elm Road; whether the son may pay the bills from her account; whether to move to Oak House.";

export const NAME_TITLES = words("mr mrs ms miss mx dr prof professor sir lady lord dame rev reverend");

export const LEAD_INS: readonly RegExp[] = [
  /^(?:in my (?:professional |clinical |expert |considered )*(?:opinion|view|judge?ment)|on (?:the |a )?balance(?: of (?:the )?(?:probabilit(?:y|ies)|evidence))?|it is my (?:professional |clinical )?(?:opinion|view|conclusion)(?: that)?|my (?:opinion|conclusion|view) is(?: that)?|i (?:therefore |have |also |am |must )*(?:find|found|conclude[d]?|consider|believe|satisfied|of the (?:opinion|view))(?: that)?|therefore|accordingly|overall|thus|so|consequently|and|for (?:these|those|all these|the above) reasons|having [^,]{0,80}(?=,)|based on [^,]{0,80}(?=,)|on the evidence[^,]{0,60}(?=,)|at the time of (?:my |the )?(?:visit|assessment))[,:]?\s+/i,
];

const SUBJECT =
  "(?<subject>(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Sir|Lady|Rev)\\.? )?\\p{Lu}[\\p{L}’'-]*(?: \\p{Lu}[\\p{L}’'-]*){0,3}|[Ss]he|[Hh]e|[Tt]hey|[Tt]he (?:person|client|patient|donor|testator|testatrix))";
const ADVERBS =
  "(?:,? ?(?:now|currently|presently|therefore|clearly|still|also|nevertheless|nonetheless|thus|accordingly|at present|at this time|plainly|legally|mentally|fully|in my opinion|on the balance of probabilities|on balance),?)*";
const KINDS =
  "(?:the |requisite |necessary |mental |legal |testamentary |litigation |full |decision-making )*";
const statement = (predicate: string) =>
  new RegExp(`^${SUBJECT}${ADVERBS} (?:${predicate})(?<rest>\\b.*)?$`, "su");
const aboutCapacity = (predicate: string) =>
  new RegExp(
    `^(?:(?:her|his|their|the|mental|legal|testamentary) )*capacity(?<rest> (?:to|for) .{0,80}?)? (?:is|was|remains|has been)${ADVERBS} (?:${predicate})\\b`,
    "isu",
  );

/** Main clauses that say whether somebody can decide. */
export const VERDICTS: readonly { says: "able" | "unable"; pattern: RegExp }[] = [
  {
    says: "unable",
    pattern: statement(
      `lacks? ${KINDS}capacity|is lacking (?:in )?${KINDS}capacity|(?:does not|doesn['’]t|do not|did not)(?: currently| presently)? (?:have|possess|retain|hold) ${KINDS}capacity|(?:has|have|had) no ${KINDS}capacity|has lost ${KINDS}capacity|is without ${KINDS}capacity|(?:is|was|are|were)(?: currently| mentally)? not(?: currently| mentally)? (?:capable of|able to (?=decide|make|take|reach|come)|capacitous|competent to|in a position to decide)|(?:is|was) (?:(?:mentally )?incapable of|unable to (?=decide|make|take|reach|come)|incapacitous|mentally incapable)|(?:cannot|can not|can['’]t|could not) (?=decide|make|take|reach)`,
    ),
  },
  {
    says: "able",
    pattern: statement(
      `(?:has|have|had|retains?|possesses|holds|keeps) ${KINDS}capacity|does not lack ${KINDS}capacity|is not (?:mentally )?incapable of|(?:is|was|are|were)(?: currently| mentally| fully)? (?:capable of|able to (?=decide|make|take|reach|come)|capacitous|competent to)|(?:can|could) (?=decide|make|take|reach)`,
    ),
  },
  { says: "able", pattern: aboutCapacity("retained|present|intact|made out|preserved|not lacking|not lost") },
  { says: "unable", pattern: aboutCapacity("absent|lacking|lost|not (?:present|retained|intact|preserved)") },
];

/** Anywhere in a conclusion, in whatever clause. */
export const HINTS_UNABLE =
  /\b(?:lack(?:s|ed|ing)?|unable|cannot|can not|can['’]t|could not|incapa\w+|no (?:mental )?capacity|without (?:mental )?capacity|(?:is|was|does|did|has|have|were|are) not|doesn['’]t|isn['’]t|not (?:able|capable|to|that|this)|fails?|rebutted|displaced)\b/i;
export const HINTS_ABLE =
  /\b(?:has|had|have|retains?|retained|able|capable|can|capacitous|competent|presum\w+|intact|does not lack|no (?:reason|evidence|doubt|ground)|nothing|not (?:shown|established|proved|displaced|rebutted))\b/i;
export const SAYS_OPEN =
  /\b(?:whether|could not (?:be )?(?:establish\w*|reach\w*|assess\w*|conclude\w*)|not possible|not established|undetermined|inconclusive|presum\w+|no (?:opinion|conclusion))\b/i;

/** Kinds of decisions, as one names them after “capacity to”. */
export const DECISION_KINDS: Readonly<Record<string, RegExp>> = {
  will: /\b(?:a|an|her|his|their|the|new|last|statutory) (?:new )?will\b|\btestament|\bcodicil\b|\bcapacity-will\b/i,
  "power of attorney": /\bpowers? of attorney\b|\battorneys?\b|\bLPAs?\b/i,
  proceedings: /\bproceedings\b|\blitigat/i,
  gift: /\bgifts?\b|\bgiv(?:e|ing) away\b/i,
  sale: /\bsell|\bsale\b/i,
  purchase: /\bbuy|\bpurchase\b/i,
  marriage: /\bmarr(?:y|iage)\b|\bcivil partner/i,
  tenancy: /\btenancy\b/i,
  residence:
    /\bwhere (?:to|she|he|they) (?:should )?live|\bresiden(?:ce|tial)\b|\bmov(?:e|ing) (?:in)?to\b|\b(?:stay|remain|return|go back) (?:at|in|to|home)\b|\blive (?:at|in|with)\b/i,
  treatment: /\btreatment\b|\bsurgery\b|\boperation\b|\bvaccin|\bmedication\b|\bdialysis\b/i,
  contact:
    /\bcontact with\b|\bsee(?:ing)? (?:her|his|their) (?:son|daughter|mother|father|brother|sister|family)\b/i,
  "sexual relations": /\bsexual\b/i,
};
