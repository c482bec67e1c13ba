import { AppError } from '../../errors/app-error.ts'
import { reasons, type Texts } from '../../errors/reasons.ts'
import type { Data } from '../../http/contract.ts'
import { registry } from '../../options/registry.ts'
import {
  defaultCacheRatio,
  defaultCompletionRatio,
  defaultModelPrice,
  defaultModelRatio,
  defaultPriceSources,
} from '../../pricing/default-prices.ts'
import { FetchRefused, fetchPublic } from '../../upstream/fetch-public.ts'

type DefaultPrice = Data<'listDefaultPrices'>[number]
type Source = 'built_in' | 'flexible' | 'openrouter' | 'mixed' | 'legacy'
type FileSet = 'prompt' | 'completion'

/** A table of a few thousand models is far smaller. */
const FILE_BYTES_MAX = 2_000_000
const FILE_TIMEOUT_MS = 15_000

/**
 * Reads default prices for review and import; nothing is stored.
 *
 * @param sets comma-separated list of `prompt` and `completion`; undefined = all that the source has
 * @throws AppError `price_files_unset`, `price_files_unavailable`
 */
export async function readDefaultPrices(
  source: Source,
  sets: string | undefined,
  host: { readonly address: string; readonly allowedRanges: readonly string[] },
): Promise<DefaultPrice[]> {
  if (source === 'built_in') return builtInPrices()
  if (host.address === '') throw new AppError('price_files_unset')
  const has: readonly FileSet[] = source === 'legacy' ? ['completion'] : ['prompt', 'completion']
  const wanted = has.filter((set) => sets === undefined || sets.split(',').includes(set))
  const tables = await Promise.all(
    wanted.map(
      async (set) => [set, await readFile(`${host.address}/${source}/${set}.json`, set, host)] as const,
    ),
  )
  const { prompt, completion } = Object.fromEntries(tables) as Partial<
    Record<FileSet, ReadonlyMap<string, string>>
  >
  return [...new Set([...(prompt?.keys() ?? []), ...(completion?.keys() ?? [])])].sort().map((name) => ({
    model_name: name,
    model_ratio: prompt?.get(name) ?? null,
    completion_ratio: completion?.get(name) ?? null,
    cache_ratio: null,
    model_price: null,
    origin: null,
  }))
}

function builtInPrices(): DefaultPrice[] {
  const names = new Set([
    ...defaultModelRatio.keys(),
    ...defaultModelPrice.keys(),
    ...defaultCompletionRatio.keys(),
    ...defaultCacheRatio.keys(),
  ])
  return [...names].sort().map((name) => {
    const source = defaultPriceSources.get(name)
    return {
      model_name: name,
      model_ratio: defaultModelRatio.get(name) ?? null,
      completion_ratio: defaultCompletionRatio.get(name) ?? null,
      cache_ratio: defaultCacheRatio.get(name) ?? null,
      model_price: defaultModelPrice.get(name) ?? null,
      origin: source === undefined ? null : `${source.title} (${source.as_of})`,
    }
  })
}

/** Reads one file, which must be a table that its option would accept. */
async function readFile(
  url: string,
  set: FileSet,
  { allowedRanges }: { readonly allowedRanges: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const unavailable = (why: Texts, cause: unknown) =>
    new AppError('price_files_unavailable', { values: { file: `${set}.json`, why }, cause })
  let text: string
  try {
    const bytes = await fetchPublic(url, {
      accept: 'application/json',
      allowedRanges,
      bytesMax: FILE_BYTES_MAX,
      timeoutMs: FILE_TIMEOUT_MS,
    })
    text = bytes.toString('utf8')
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw unavailable(error.why, error)
  }
  try {
    return registry[set === 'prompt' ? 'ModelRatio' : 'CompletionRatio'].read(text).value
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw unavailable(reasons.noNumbers, error)
  }
}
