import { isDeepStrictEqual } from 'node:util'
import type { ClientRequest } from './client-request.ts'
import { compareCharge } from './compare-charge.ts'
import { compareError } from './compare-error.ts'
import { type Fields, fieldsOf, listOf, type Recording } from './corpus.ts'
import type { Difference } from './difference.ts'
import { parse } from './reading/events.ts'
import type { Observation } from './replay.ts'

/** Returns the vectors of an answer in the form of OpenAI, Cohere, Ollama, Google, or Vertex AI. */
const vectorsOf = (body: Fields): unknown[] => {
  if (Array.isArray(body.data)) return listOf(body.data).map(({ embedding }) => embedding)
  const { float } = fieldsOf(body.embeddings)
  if (Array.isArray(float)) return float
  if (Array.isArray(body.embeddings))
    return body.embeddings.map((each: unknown) => (Array.isArray(each) ? each : fieldsOf(each).values))
  const { values } = fieldsOf(body.embedding)
  if (values !== undefined) return [values]
  return listOf(body.predictions).map(({ embeddings }) => fieldsOf(embeddings).values)
}

const ranksOf = (body: Fields): unknown[] =>
  listOf(body.results ?? fieldsOf(body.output).results).map(({ index, relevance_score: score }) => [
    index,
    score,
  ])

const compareLists = (what: string, seen: readonly unknown[], recorded: readonly unknown[]): Difference[] =>
  isDeepStrictEqual(seen, recorded) && recorded.length > 0
    ? []
    : [{ what: 'body', detail: `${seen.length} ${what}, not the ${recorded.length} recorded ones` }]

/** Compares the audio with the recorded one, which the vendor wraps in a document. */
const compareSound = (recorded: Fields, { bytes }: Observation): Difference[] =>
  bytes.equals(Buffer.from(String(recorded.audio_data), 'base64')) && bytes.length > 0
    ? []
    : [{ what: 'body', detail: `${bytes.length} bytes, not the sound that was recorded` }]

const compareContent = (recording: Recording, { route }: ClientRequest, seen: Observation): Difference[] => {
  const recorded = fieldsOf(recording.response.body)
  if (route === 'speech') return compareSound(recorded, seen)
  const body = fieldsOf(parse(seen.bytes.toString('utf8')))
  if (route === 'embedding') return compareLists('vectors', vectorsOf(body), vectorsOf(recorded))
  return compareLists('ranks', ranksOf(body), ranksOf(recorded))
}

/** Finds all differences between the recorded answer and what a client of OpenAI's form got for it. */
export const compareCarried = (
  recording: Recording,
  request: ClientRequest,
  seen: Observation,
): Difference[] => {
  if (recording.response.status >= 400) return compareError(recording, request.route, seen)
  if (seen.status !== 200)
    return [{ what: 'status', detail: `${seen.status}: ${seen.bytes.toString('utf8').slice(0, 300)}` }]
  return [
    ...compareContent(recording, request, seen),
    ...compareCharge(recording, seen.charge, { isOpenAi: false, isOwn: false }),
  ]
}
