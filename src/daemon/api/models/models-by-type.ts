import { channelTypeCatalogue } from '../../channel-types/catalogue.ts'

/** Number of each channel type to the model names its form offers. */
export const modelsByType: Record<string, string[]> = Object.fromEntries(
  [...channelTypeCatalogue.values()].map(({ type, models }) => [String(type), [...models]]),
)
