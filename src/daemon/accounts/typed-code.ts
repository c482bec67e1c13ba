/**
 * A code as somebody typed it, without blanks. Chinese and Japanese keyboards type full-width digits and letters, which
 * mean the same.
 */
export const typedCode = (text: string): string => text.normalize('NFKC').replaceAll(/\s/g, '')
