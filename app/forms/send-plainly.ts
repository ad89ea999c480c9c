const PROBE_TIMEOUT_MS = 5_000;

/** Whether our server answers what is not sent by `fetch`, which a browser's blocker may have broken. */
export function isServerThere(): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(true);
    picture.onerror = () => resolve(false);
    setTimeout(() => resolve(false), PROBE_TIMEOUT_MS);
    picture.src = `/favicon.ico?${Date.now()}`;
  });
}

/** Sends what a form would have sent as if there were no scripts: the browser loads the answer as its next page. */
export function sendPlainly(action: string, enctype: string, content: FormData): void {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, enctype, hidden: true });
  for (const [name, value] of content) {
    const control = document.createElement("input");
    control.name = name;
    if (typeof value === "string") {
      control.type = "hidden";
      control.value = value;
    } else {
      const files = new DataTransfer();
      // A file without a name is a field in which no file was chosen.
      if (value.name) files.items.add(value);
      control.type = "file";
      control.files = files.files;
    }
    form.append(control);
  }
  document.body.append(form);
  form.submit();
}
