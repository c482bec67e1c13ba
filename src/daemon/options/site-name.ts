import type { Options } from './registry.ts'

const BRAND = 'Tollgate'

/** What the site calls itself to people, also where nobody has given it a name. */
export const siteName = ({ SystemName }: Pick<Options, 'SystemName'>): string => SystemName || BRAND
