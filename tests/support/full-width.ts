/** Digits and letters as Chinese and Japanese keyboards type them in full width. */
export const fullWidth = (text: string): string =>
  text.replaceAll(/[0-9A-Za-z]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0))
