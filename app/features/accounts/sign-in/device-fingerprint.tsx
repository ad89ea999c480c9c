import { useEffect, useRef } from "react";

/** SHA-256 over what tells one browser from another (SPEC section 7); empty where the page may not hash. */
async function computeFingerprint(): Promise<string> {
  const traits = [
    navigator.userAgent,
    navigator.language,
    `${screen.width}x${screen.height}`,
    screen.colorDepth,
    new Date().getTimezoneOffset(),
  ].join("|");
  if (!globalThis.crypto?.subtle) return "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(traits));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A hidden field with the device fingerprint, a hint for the audit log. Without JavaScript it stays empty. */
export function DeviceFingerprint() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let isGone = false;
    void computeFingerprint().then((fingerprint) => {
      if (!isGone && input.current) input.current.value = fingerprint;
    });
    return () => {
      isGone = true;
    };
  }, []);
  return <input ref={input} type="hidden" name="deviceFingerprint" defaultValue="" />;
}
