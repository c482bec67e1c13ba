import type { Look, Shade } from '../ui/screen/look.ts'

/**
 * Returns the color of an error share: one failed request in a hundred is worth a look, one in twenty is a problem.
 * @param share 0 to 1
 */
export const errorShade = (share: number, look: Look): Shade =>
  share >= 0.05 ? look.bad : share >= 0.01 ? look.warning : {}
