/** What is typed as a second factor. */
export type CodeKind = 'code' | 'recovery_code'

/**
 * Tells which of the two somebody typed. People paste a recovery code into the field for codes of the app, and the other way
 * round; the two never look alike. Full-width digits and letters mean the same.
 *
 * @param shown what the field asks for; counts for a text that looks like neither
 */
export function codeKindOf(text: string, shown: CodeKind): CodeKind {
  const code = text.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '')
  if (/^\d{6}$/.test(code)) return 'code'
  return /^[a-z\d]{16}$/i.test(code) ? 'recovery_code' : shown
}
