/**
 * Normalizes a code that somebody typed and removes its blanks. Chinese and Japanese keyboards type full-width digits
 * and letters, which are equivalent.
 */
export const typedCode = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '')
