import { channelFaults } from '../../errors/channel-faults.ts'
import { upstreamModelOf } from '../../protocols/anthropic/claude-adapters.ts'
import { baseUrlOf, misconfigured } from '../addresses.ts'
import { readModelHeaders } from '../claude/headers.ts'
import { datedClaudeModel } from '../claude/models.ts'
import { generateMethod, isImagen, readAddressedModel } from '../google-models.ts'
import { noModelList } from '../no-model-list.ts'
import type { Call, Target } from '../types.ts'
import { takesContent } from './embedding-codec.ts'
import { vertexFamily } from './families.ts'
import { readVertexKey, type VertexKey } from './key.ts'
import { readRegion, regionHost } from './region.ts'

const VERSION = '/v1'
const EXPRESS_HOST = 'https://aiplatform.googleapis.com'

/** @throws AppError `channel_misconfigured` if key, region or model do not form a valid address */
export function readVertexTarget(call: Call): Target {
  const key = readVertexKey(call)
  const region = readRegion(call)
  const base = baseUrlOf(
    call.channel,
    key.kind === 'express' ? EXPRESS_HOST : `https://${regionHost(region)}`,
  )
  if (call.operation === 'models') return noModelList()
  const root = /\/v1(?:beta1)?$/.test(base) ? base : base + VERSION
  return {
    url: `${root}${readPlace(key, region)}${readPath(call, key)}`,
    headers: { ...readKeyHeader(call, key), ...readBetaHeader(call) },
  }
}

/** Returns the project and region part of the address. In express mode the key determines the project, and there is no region. */
const readPlace = (key: VertexKey, region: string): string =>
  key.kind === 'express' ? '' : `/projects/${key.account.projectId}/locations/${region}`

function readPath(call: Call, key: VertexKey): string {
  const family = vertexFamily(call.model)
  if (key.kind === 'express' && family !== 'google')
    throw misconfigured(call.channel, channelFaults.expressKey)
  switch (family) {
    case 'open':
      return '/endpoints/openapi/chat/completions'
    case 'claude':
      return `/publishers/anthropic/models/${readClaudeModel(call)}:${call.isStream ? 'streamRawPredict' : 'rawPredict'}`
    case 'google':
      return `/publishers/google/models/${readAddressedModel(call)}:${readMethod(call)}`
  }
}

function readMethod(call: Call): string {
  // `:predictLongRunning`, or `:fetchPredictOperation` to read its progress.
  if (call.operation === 'video') return call.path.slice(1)
  if (call.operation === 'embedding') return takesContent(call.model) ? 'embedContent' : 'predict'
  if (call.operation === 'image') return isImagen(call.model) ? 'predict' : 'generateContent'
  return call.operation === 'speech' ? 'generateContent' : generateMethod(call)
}

/** Returns the name on Vertex AI: `claude-x-20250219` is `claude-x@20250219` there. */
function readClaudeModel(call: Call): string {
  const name = datedClaudeModel(upstreamModelOf(call.model, call.adapters))
  const id =
    name === 'claude-3-5-sonnet-20241022'
      ? 'claude-3-5-sonnet-v2@20241022'
      : name.replace(/-(\d{8})$/, (_match, date: string) => `@${date}`)
  if (!/^[\w.@-]+$/.test(id)) throw misconfigured(call.channel, channelFaults.badModelName)
  return id
}

function readKeyHeader(call: Call, key: VertexKey): Record<string, string> {
  if (key.kind === 'express') return { 'x-goog-api-key': key.apiKey }
  return call.credential === undefined ? {} : { authorization: `Bearer ${call.credential}` }
}

function readBetaHeader(call: Call): Record<string, string> {
  if (vertexFamily(call.model) !== 'claude') return {}
  const beta = call.headers['anthropic-beta']
  return { ...(beta !== undefined && { 'anthropic-beta': beta }), ...readModelHeaders(call) }
}
