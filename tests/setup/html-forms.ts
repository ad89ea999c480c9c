/** Reads the POST forms of a rendered page, and what pressing each of their buttons would send. */

export type Control = {
  name: string;
  type: string;
  value: string;
  isOn: boolean;
  options: string[];
  isReadOnly: boolean;
  isDisabled: boolean;
};
export type Button = { label: string; name: string; value: string };
export type HtmlForm = {
  id: string;
  action: string;
  isMultipart: boolean;
  controls: Control[];
  buttons: Button[];
};

const TAG = /<(\/?)(form|input|select|option|textarea|button)\b((?:[^>"]|"[^"]*")*)>/g;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_all, name: string) => ENTITIES[name]!);
const plain = (html: string) => decode(html.replaceAll(/<!--[^]*?-->|<[^>]*>/g, "")).trim();

function attributesOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([\w-]+)(?:="([^"]*)")?/g);
  return Object.fromEntries([...pairs].map(([, name, value = ""]) => [name!.toLowerCase(), decode(value)]));
}

/** The forms of a page, each with the controls inside it and those that name it. */
export function readForms(html: string): HtmlForm[] {
  const forms = new Map<string, HtmlForm>();
  let open: HtmlForm | null = null;
  let select: Control | null = null;
  const tags = [...html.matchAll(TAG)];
  /** Read at the end: a control may come before the form that it names. */
  const parts: { owner: string | null; inside: HtmlForm | null; add: (form: HtmlForm) => void }[] = [];
  for (const [index, tag] of tags.entries()) {
    const [all, slash, name, text] = tag;
    const own = attributesOf(text!);
    const content = () => html.slice(tag.index + all.length, tags[index + 1]?.index ?? html.length);
    if (name === "form") {
      if (slash) open = null;
      else {
        const { id = `form-${index}`, action = "", enctype = "", method = "get" } = own;
        open = { id, action, isMultipart: enctype === "multipart/form-data", controls: [], buttons: [] };
        if (method.toLowerCase() === "post") forms.set(id, open);
      }
      continue;
    }
    if (slash) continue;
    const owner = own.form ?? null;
    if (name === "option") {
      const { value = plain(content()) } = own;
      select!.options.push(value);
      if ("selected" in own || select!.options.length === 1) select!.value = value;
      continue;
    }
    if (name === "button") {
      if (own.type === "button") continue;
      const end = html.indexOf("</button>", tag.index);
      const label = own["aria-label"] ?? plain(html.slice(tag.index + all.length, end));
      const button = { label, name: own.name ?? "", value: own.value ?? "" };
      parts.push({ owner, inside: open, add: (form) => form.buttons.push(button) });
      continue;
    }
    const control: Control = {
      name: own.name ?? "",
      type: name === "input" ? (own.type ?? "text") : name!,
      value:
        name === "textarea"
          ? decode(content())
          : (own.value ?? (name === "input" && /^(checkbox|radio)$/.test(own.type ?? "") ? "on" : "")),
      isOn: "checked" in own,
      options: [],
      isReadOnly: "readonly" in own,
      isDisabled: "disabled" in own,
    };
    if (name === "select") select = control;
    if (control.name) parts.push({ owner, inside: open, add: (form) => form.controls.push(control) });
  }
  for (const { owner, inside, add } of parts) {
    const form = owner === null ? inside : forms.get(owner);
    if (form && forms.has(form.id)) add(form);
  }
  return [...forms.values()];
}

/** The radio button that is on in the end: the typed one, the one that was on, or the first. */
function chosenOf(form: HtmlForm, { name }: Control, typed: string | undefined): Control | undefined {
  const group = form.controls.filter((control) => control.type === "radio" && control.name === name);
  return group.find(({ value }) => value === typed) ?? group.find(({ isOn }) => isOn) ?? group[0];
}

/** A file of the kind that its content is. */
function fileOf(content: string): File {
  const isPicture = content.startsWith("<svg");
  const [name, type] = isPicture ? ["logo.svg", "image/svg+xml"] : ["Letter.pdf", "application/pdf"];
  return new File([content], name!, { type });
}

const isOfFirstTwo = (form: HtmlForm, control: Control) =>
  form.controls
    .filter(({ name }) => name === control.name)
    .slice(0, 2)
    .includes(control);

/** The fields that a press of the button sends, after `typeInto` has said what is typed into each control (undefined:
 * nothing; `*`: the first two boxes of the name). */
export function fieldsSent(
  form: HtmlForm,
  button: Button,
  typeInto: (control: Control) => string | undefined,
): FormData {
  const sent = new FormData();
  for (const control of form.controls) {
    if (control.isDisabled) continue;
    const typed = control.type === "hidden" || control.isReadOnly ? undefined : typeInto(control);
    if (control.type === "file") {
      if (typed !== undefined) sent.append(control.name, fileOf(typed));
    } else if (control.type === "checkbox" || control.type === "radio") {
      if (
        control.type === "checkbox"
          ? control.isOn || typed === control.value || (typed === "*" && isOfFirstTwo(form, control))
          : control === chosenOf(form, control, typed)
      )
        sent.append(control.name, control.value);
    } else sent.append(control.name, typed ?? control.value);
  }
  if (button.name) sent.append(button.name, button.value);
  return sent;
}

/** The fields as the form encodes them. */
export function encoded(form: HtmlForm, fields: FormData): FormData | URLSearchParams {
  if (form.isMultipart) return fields;
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
}
