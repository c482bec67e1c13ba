/**
 * `npm run test:recordings -- DIR`: real provider traffic through a running gateway. For every recording of a
 * protocol that is served, an upstream answers as recorded; what the client gets and what is charged is compared
 * with the recording. Prints counts per provider and every difference; exit 1 when one has no reason.
 */
import { parseArgs } from 'node:util'
import { type Admin, signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { compare, type Difference } from './compare.ts'
import { type Recording, readCorpus, requestBodyOf } from './corpus.ts'
import { ratios } from './prices.ts'
import { startRecordedUpstream } from './recorded-upstream.ts'
import { replay } from './replay.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (folder === undefined) {
  process.stderr.write(
    'usage: npm run test:recordings -- DIR   (a folder of recordings with an index.json)\n',
  )
  process.exit(2)
}

/** Providers that have a channel type of their own; the others are reached as OpenAI with another address. */
const channelTypes: Readonly<Record<string, number>> = {
  azure: 3,
  ollama: 4,
  openrouter: 20,
  xai: 48,
  'github-models': 49,
}
const openai = 1

const print = (line: string) => void process.stdout.write(`${line}\n`)

const setPrices = async (admin: Admin, recordings: readonly Recording[]): Promise<void> => {
  const models = new Set(recordings.map((recording) => String(requestBodyOf(recording).model)))
  const table = (value: number) =>
    JSON.stringify(Object.fromEntries([...models].map((model) => [model, value])))
  await admin.setOption('ModelRatio', table(ratios.model))
  await admin.setOption('CompletionRatio', table(ratios.completion))
  await admin.setOption('CacheRatio', table(ratios.cache))
}

/** One channel per recording: of its provider's type, with its model, and a cool-down that hits nobody else. */
const createChannel = (admin: Admin, recording: Recording, baseUrl: string) =>
  admin.createChannel({
    type: channelTypes[recording.provider] ?? openai,
    name: recording.id,
    key: 'sk-recorded',
    base_url: baseUrl,
    models: String(requestBodyOf(recording).model),
    auto_ban: 0,
  })

const replayAll = async (recordings: readonly Recording[]): Promise<Map<Recording, Difference[]>> => {
  const upstream = await startRecordedUpstream(recordings)
  const gateway = await startGateway()
  try {
    const admin = await signIn(gateway.url)
    await setPrices(admin, recordings)
    const token = await admin.createToken({ name: 'recordings' })
    const results = new Map<Recording, Difference[]>()
    for (const [index, recording] of recordings.entries()) {
      const channel = await createChannel(admin, recording, upstream.baseUrlOf(index))
      const client = { url: gateway.url, key: `${token.key}-${channel.id}`, admin }
      results.set(recording, compare(recording, await replay(recording, client, upstream, index)))
    }
    const { isClean, summary } = await admin.audit()
    if (!isClean) throw new Error(`the books do not add up: ${summary}`)
    return results
  } finally {
    await gateway.stop()
    await upstream.close()
  }
}

const isUnexpected = ({ because }: Difference): boolean => because === undefined

const printDifferences = (
  title: string,
  results: Map<Recording, Difference[]>,
  wanted: (each: Difference) => boolean,
) => {
  print(`\n${title}`)
  for (const [{ id }, differences] of results)
    for (const each of differences.filter(wanted))
      print(`  ${id}  ${each.what}: ${each.detail}${each.because === undefined ? '' : ` (${each.because})`}`)
}

const printCounts = (results: Map<Recording, Difference[]>): void => {
  const providers = Map.groupBy(results, ([{ provider }]) => provider)
  print('provider           recordings  identical  explained  different')
  const row = (name: string, each: (readonly [Recording, Difference[]])[]) => {
    const different = each.filter(([, differences]) => differences.some(isUnexpected)).length
    const identical = each.filter(([, differences]) => differences.length === 0).length
    const cells = [each.length, identical, each.length - identical - different, different]
    print(`${name.padEnd(17)}${cells.map((cell) => String(cell).padStart(11)).join('')}`)
  }
  for (const [provider, each] of [...providers].toSorted(([a], [b]) => a.localeCompare(b)))
    row(provider, each)
  row('total', [...results])
}

const results = await replayAll(readCorpus(folder))
printCounts(results)
printDifferences('differences that have to be', results, (each) => !isUnexpected(each))
printDifferences('differences that should not be', results, isUnexpected)
const failed = [...results.values()].flat().filter(isUnexpected).length
print(`\n${results.size} recordings replayed, ${failed} unexpected differences`)
process.exit(failed === 0 && results.size > 0 ? 0 : 1)
