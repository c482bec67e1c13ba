/**
 * Whether somebody would see anything of a text. White space, control characters, joiners, fillers and marks that only
 * change what is beside them leave nothing to read or to click. Between other characters they stay allowed: emoji and
 * several scripts need them.
 */
export const isVisible = (text: string): boolean =>
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
