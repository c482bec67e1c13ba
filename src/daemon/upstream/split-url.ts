interface Address {
  readonly origin: string
  readonly path: string
}

const addresses = new Map<string, Address>()
const ADDRESSES_MAX = 1_000

/** Returns origin and path of a URL. The same few URLs recur with every request, so each is parsed once. */
export function splitUrl(url: string): Address {
  const known = addresses.get(url)
  if (known) return known
  const { origin, pathname, search } = new URL(url)
  const made = { origin, path: `${pathname}${search}` }
  if (addresses.size >= ADDRESSES_MAX) addresses.clear()
  addresses.set(url, made)
  return made
}
