/**
 * Reports whether any part of a text is visible. White space, control characters, joiners, fillers and marks that only
 * change their neighbors leave nothing to read or to click. They are allowed between other characters, because emoji
 * and several scripts need them.
 */
export const isVisible = (text: string): boolean =>
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
