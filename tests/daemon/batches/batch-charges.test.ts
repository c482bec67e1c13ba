import type OpenAI from 'openai'
import { toFile } from 'openai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FilesServer, startFilesServer } from '../../support/files/files-server.ts'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const model = 'gpt-4o-mini'

let relay: TestRelay
let vendor: FilesServer
let mail: SmtpSink
beforeAll(async () => {
  relay = await startTestRelay()
  vendor = await startFilesServer()
  mail = await startSmtpSink()
  await relay.addChannel({ base_url: vendor.url, models: model })
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
  await mail.close()
})

const answer = {
  id: 'batch_req_1',
  custom_id: 'a',
  error: null,
  response: {
    status_code: 200,
    request_id: 'r',
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
    },
  },
}

const submit = async (client: OpenAI): Promise<string> => {
  const body = { model, max_completion_tokens: 1000, messages: [{ role: 'user', content: 'hello' }] }
  const lines = ['a', 'b'].map((custom_id) =>
    JSON.stringify({ custom_id, method: 'POST', url: '/v1/chat/completions', body }),
  )
  const file = await toFile(Buffer.from(`${lines.join('\n')}\n`), 'in.jsonl')
  const input = await client.files.create({ file, purpose: 'batch' })
  const made = await client.batches.create({
    input_file_id: input.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  return made.id
}

/** Completes a batch of two answers of 112.5 quota each. The first look at it charges them. */
const runBatch = async (client: OpenAI) => {
  const id = await submit(client)
  vendor.moveBatch(id, 'completed', [answer, answer])
  return id
}

const readMetrics = async () => {
  const { text } = await relay.api.anonymous.request('GET', '/metrics')
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { served: read('tollgate_requests_served'), charged: read('tollgate_charged_quota') }
}

it.each(['its owner’s look', 'the gateway’s own look'])(
  'relay 17: the charge of a batch counts once in the metrics, made by %s',
  async (look) => {
    const before = await readMetrics()
    const id = await runBatch(relay.openai)
    if (look === 'the gateway’s own look') await relay.api.services.batches.pass()
    await Promise.all(Array.from({ length: 3 }, () => relay.openai.batches.retrieve(id)))
    await relay.api.services.batches.pass()
    const after = await readMetrics()
    expect(after.served - before.served).toBe(2)
    expect(after.charged - before.charged).toBe(225)
  },
)

it.each(['owner', 'gateway'])(
  'relay 17: a batch that takes a balance below the threshold warns its owner, whose threshold is above the site’s (%s looks)',
  async (look) => {
    for (const [key, value] of Object.entries({
      SMTPServer: '127.0.0.1',
      SMTPPort: String(mail.port),
      SMTPAccount: 'mailer',
      SMTPToken: 'postage',
      SMTPFrom: 'gate@corp.example',
      QuotaRemindThreshold: '1',
    }))
      await relay.setOption(key, value)
    const user = await relay.api.createUser(`to-${look}`)
    await relay.root.call('PUT', '/api/user/', { id: user.id, quota: 100_000 })
    const address = `${look}@corp.example`
    await user.call('PUT', '/api/user/setting', {
      notify_type: 'email',
      notification_email: address,
      quota_warning_threshold: 99_800,
    })
    const id = await runBatch(relay.clientWith(await relay.addToken({}, user)))
    if (look === 'gateway') await relay.api.services.batches.pass()
    else await relay.clientWith(await relay.addToken({}, user)).batches.retrieve(id)
    await expect.poll(() => mail.mails.filter(({ to }) => to.includes(address)).length).toBe(1)
  },
)

it('a batch whose file of answers is still empty although requests were completed stays open, and is charged once it has them', async () => {
  const before = await relay.balance()
  const id = await submit(relay.openai)
  const held = before - (await relay.balance())
  const counts = { total: 2, completed: 2, failed: 0 }
  vendor.moveBatch(id, 'completed', [], counts)
  await relay.api.services.batches.pass()
  await expect(relay.openai.batches.retrieve(id)).rejects.toMatchObject({ status: 502 })
  expect(before - (await relay.balance())).toBe(held)
  vendor.moveBatch(id, 'completed', [answer, answer], counts)
  await relay.api.services.batches.pass()
  expect(before - (await relay.balance())).toBe(225_000n)
  expect(await relay.openai.batches.retrieve(id)).toMatchObject({ status: 'completed' })
})

it('a batch whose requests all failed costs nothing, also where they count as completed', async () => {
  const before = await relay.balance()
  const id = await submit(relay.openai)
  const failed = { ...answer, response: { ...answer.response, status_code: 400 } }
  vendor.moveBatch(id, 'completed', [failed, failed], { total: 2, completed: 2, failed: 2 })
  await relay.api.services.batches.pass()
  expect(await relay.openai.batches.retrieve(id)).toMatchObject({ status: 'completed' })
  expect(await relay.balance()).toBe(before)
})
