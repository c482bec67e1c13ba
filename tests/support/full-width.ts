/** Converts digits and letters to full width, as typed on Chinese and Japanese keyboards. */
export const fullWidth = (text: string): string =>
  text.replaceAll(/[0-9A-Za-z]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0))
