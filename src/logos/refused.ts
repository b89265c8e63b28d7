/** Why an image is refused; the message follows the field's name. */
export class LogoRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "LogoRefusedError";
  }
}
