import { Encrypter } from "age-encryption";
import { vi } from "vitest";

/** A chosen passphrase of the rest of this test takes little work, for opening too: the file names how much it took. */
export function useCheapPassphrases(): void {
  const setWork = Encrypter.prototype.setScryptWorkFactor;
  vi.spyOn(Encrypter.prototype, "setScryptWorkFactor").mockImplementation(function (this: Encrypter) {
    setWork.call(this, 8);
  });
}
