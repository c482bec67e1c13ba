/** The two kinds of codes that can be typed as a second factor. */
export type CodeKind = 'code' | 'recovery_code'

/**
 * Detects which kind of code somebody typed. People paste recovery codes into the field for app codes and vice versa;
 * the two never look alike. Full-width digits and letters are accepted too.
 *
 * @param shown what the field asks for; used for a text that looks like neither
 */
export function codeKindOf(text: string, shown: CodeKind): CodeKind {
  const code = text.normalize('NFKC').replaceAll(/[\s\p{Pd}]/gu, '')
  if (/^\d{6}$/.test(code)) return 'code'
  return /^[a-z\d]{16}$/i.test(code) ? 'recovery_code' : shown
}
