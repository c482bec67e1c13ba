import type { Options } from './registry.ts'

const BRAND = 'Tollgate'

/** The name of the site, even if nobody has set one. */
export const siteName = ({ SystemName }: Pick<Options, 'SystemName'>): string => SystemName || BRAND
