/** Texts that begin to run where they are not escaped: in an element, an attribute, a style, a link, a template. */
export const SCRIPT_PAYLOADS = [
  ..."script img svg iframe body video audio details object embed math form input style link meta base".split(
    " ",
  ),
].flatMap((tag) => [
  `<${tag} onload=alert(1) onerror=alert(1) src=x>`,
  `"><${tag} autofocus onfocus=alert(1)>`,
  `</p></title></style><${tag}>alert(1)</${tag}>`,
  `'--!><${tag} href="javascript:alert(1)">`,
]);
