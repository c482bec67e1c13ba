import { channelTypeCatalogue } from '../../channel-types/catalogue.ts'

/** Maps the number of each channel type to the model names that its form offers. */
export const modelsByType: Record<string, string[]> = Object.fromEntries(
  [...channelTypeCatalogue.values()].map(({ type, models }) => [String(type), [...models]]),
)
