import { generateKeyPairSync } from 'node:crypto'
import type { Admin } from '../support/gateway/admin.ts'
import { modelOf, type Recording } from './corpus.ts'
import { ratios } from './prices.ts'
import type { RecordedUpstream } from './recorded-upstream.ts'
import type { ChannelKind } from './serving.ts'

/** Generates a service account whose tokens the recorded upstream issues. */
const serviceAccount = (tokenUrl: string): string => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return JSON.stringify({
    type: 'service_account',
    project_id: 'recorded',
    private_key_id: 'recorded',
    private_key: privateKey,
    client_email: 'recorded@recorded.iam.gserviceaccount.com',
    token_uri: tokenUrl,
  })
}

/**
 * Creates a channel for one recording: of its type, with its model, and with a cooldown that affects no other
 * recording.
 *
 * @returns its ID; always the same for the same recording and kind
 */
export type CreateChannel = (recording: Recording, kind: ChannelKind, index: number) => Promise<number>

export const channelMaker = (admin: Admin, upstream: RecordedUpstream): CreateChannel => {
  const keys: Readonly<Record<ChannelKind['key'], string>> = {
    plain: 'sk-recorded',
    aws: 'AKIDRECORDED|recorded-secret|us-east-1',
    google: serviceAccount(upstream.tokenUrl),
  }
  const made = new Map<string, Promise<number>>()
  const make = async (recording: Recording, kind: ChannelKind, index: number): Promise<number> => {
    const model = modelOf(recording)
    const { id } = await admin.createChannel({
      type: kind.type,
      name: recording.id,
      key: keys[kind.key],
      base_url: upstream.baseUrlOf(index),
      models: model,
      auto_ban: 0,
      ...(kind.other !== undefined && { other: kind.other }),
      ...(kind.isResponsesAlone && { setting: JSON.stringify({ speaks: 'responses' }) }),
    })
    return id
  }
  return (recording, kind, index) => {
    const name = `${index} ${kind.type} ${kind.isResponsesAlone ?? false}`
    const known = made.get(name) ?? make(recording, kind, index)
    made.set(name, known)
    return known
  }
}

/** Gives every recorded model the same price. */
export const setPrices = async (admin: Admin, recordings: readonly Recording[]): Promise<void> => {
  const models = new Set(recordings.map(modelOf))
  const table = (value: number) =>
    JSON.stringify(Object.fromEntries([...models].map((model) => [model, value])))
  await admin.setOption('ModelRatio', table(ratios.model))
  await admin.setOption('CompletionRatio', table(ratios.completion))
  await admin.setOption('CacheRatio', table(ratios.cache))
}
