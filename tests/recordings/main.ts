/**
 * `npm run test:recordings -- DIR`: replays real provider traffic through a running gateway. For every recording, an
 * upstream answers as recorded. A client of the same protocol must get the recorded bytes, clients of the other
 * protocols its text, calls, stop reason and usage, and the books must agree with the usage it states. Prints counts
 * and every difference; exits with 1 when one has no reason.
 */
import { parseArgs } from 'node:util'
import { signIn } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { channelMaker, setPrices } from './channels.ts'
import { checkFacts } from './check-facts.ts'
import { type ClientRequest, carriedRequest, ownRequest, translatedRequest } from './client-request.ts'
import { conversationRoutes } from './client-routes.ts'
import { compareCarried } from './compare-carried.ts'
import { compareOwn } from './compare-own.ts'
import { compareTranslated } from './compare-translated.ts'
import { type Recording, readCorpus } from './corpus.ts'
import { unseenOddities, withOddities } from './oddities.ts'
import { readRecordedCalls } from './reading/index.ts'
import { startRecordedUpstream } from './recorded-upstream.ts'
import { type Observation, replay } from './replay.ts'
import { type Result, report } from './report.ts'
import {
  type ChannelKind,
  isServed,
  type NotRelayed,
  type Serving,
  servingOf,
  translatingChannel,
} from './serving.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [folder] = positionals
if (folder === undefined) {
  process.stderr.write(
    'usage: npm run test:recordings -- DIR   (a folder of recordings with an index.json)\n',
  )
  process.exit(2)
}

/**
 * Number of recordings replayed in parallel. Each has its own channel, and its clients are served one after another.
 */
const lanes = 6

/** Sends a request through the given kind of channel. */
type Ask = (request: ClientRequest, kind: ChannelKind) => Promise<Observation>

const serveOne = async (recording: Recording, serving: Serving, ask: Ask): Promise<Result[]> => {
  const results: Result[] = []
  const { own, carried, form } = serving
  if (own !== undefined) {
    const request = ownRequest(recording, own)
    const differences = compareOwn(recording, request, await ask(request, serving))
    results.push({ recording, client: own, kind: 'own', differences })
  }
  if (carried !== undefined) {
    const request = carriedRequest(recording, carried)
    const differences = compareCarried(recording, request, await ask(request, serving))
    results.push({ recording, client: carried, kind: 'carried', differences })
  }
  if (form === undefined) return results
  const calls = readRecordedCalls(recording, form)
  const doubts = checkFacts(recording, calls)
  for (const client of conversationRoutes.filter((route) => route !== own)) {
    const request = { ...translatedRequest(recording, client, calls), route: client }
    const differences = compareTranslated(
      recording,
      request,
      calls,
      await ask(request, translatingChannel(serving, client)),
    )
    results.push({ recording, client, kind: 'translated', differences: [...doubts, ...differences] })
  }
  return results
}

const serveAll = async (served: readonly (readonly [Recording, Serving])[]): Promise<Result[]> => {
  const recordings = served.map(([recording]) => recording)
  const upstream = await startRecordedUpstream(recordings)
  const gateway = await startGateway()
  try {
    const admin = await signIn(gateway.url)
    await setPrices(admin, recordings)
    // Some recordings use tools that have no price.
    await admin.call('PUT', '/api/user/setting', { accept_unset_model_ratio_model: true })
    const token = await admin.createToken({ name: 'recordings' })
    const createChannel = channelMaker(admin, upstream)
    const results: Result[][] = []
    const waiting = served.entries()
    const runLane = async () => {
      for (const [index, [recording, serving]] of waiting) {
        results[index] = await serveOne(recording, serving, async (request, kind) => {
          const channelId = await createChannel(recording, kind, index)
          const client = { url: gateway.url, key: `${token.key}-${channelId}`, admin }
          return replay(request, client, upstream, index)
        })
      }
    }
    await Promise.all(Array.from({ length: lanes }, runLane))
    const { isClean, summary } = await admin.audit()
    if (!isClean) throw new Error(`the books do not add up: ${summary}`)
    return results.flat()
  } finally {
    await gateway.stop()
    await upstream.close()
  }
}

const corpus = readCorpus(folder)
const served: [Recording, Serving][] = []
const notRelayed = new Map<Recording, NotRelayed>()
for (const recording of corpus) {
  const serving = servingOf(recording)
  if (isServed(serving)) served.push([recording, serving])
  else notRelayed.set(recording, serving)
}
const results = (await serveAll(served)).map(withOddities)
const failed = report(results, notRelayed, corpus.length)
const unseen = unseenOddities(results)
if (unseen.length > 0) process.stdout.write(`reasons without a difference: ${unseen.join(', ')}\n`)
process.exit(failed === 0 && unseen.length === 0 && served.length > 0 ? 0 : 1)
