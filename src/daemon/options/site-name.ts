import type { Options } from './registry.ts'

const BRAND = 'Tollgate'

/** Returns the name of the site, or the product's name if none is set. */
export const siteName = ({ SystemName }: Pick<Options, 'SystemName'>): string => SystemName || BRAND
