import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

interface Asked {
  readonly path: string
  readonly contentType: string
  readonly body: string
}

let relay: TestRelay
let dify: Server
let asked: Asked[] = []
let uploadStatus = 201

const events = (...list: object[]): string => list.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')

beforeAll(async () => {
  dify = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const path = request.url ?? ''
      asked.push({
        path,
        contentType: request.headers['content-type'] ?? '',
        body: Buffer.concat(pieces).toString('latin1'),
      })
      if (path.endsWith('/files/upload')) {
        response.writeHead(uploadStatus, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(uploadStatus < 300 ? { id: 'file-7' } : { message: 'no' }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end(
        path.endsWith('/workflows/run')
          ? events(
              { event: 'text_chunk', data: { text: 'translated' } },
              { event: 'workflow_finished', data: { status: 'succeeded', outputs: { text: 'translated' } } },
            )
          : events(
              { event: 'message', message_id: 'm', answer: 'a cat' },
              {
                event: 'message_end',
                message_id: 'm',
                metadata: { usage: { prompt_tokens: 5, completion_tokens: 2 } },
              },
            ),
      )
    })
  })
  await new Promise<void>((resolve) => dify.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(dify.address() as AddressInfo).port}`
  relay = await startTestRelay()
  await relay.addChannel({ type: 37, base_url, models: 'dify' })
  await relay.addChannel({ type: 37, base_url, models: 'translator', other: 'workflow:source' })
  await relay.setOption('ModelRatio', JSON.stringify({ dify: 1, translator: 1 }))
})
afterAll(async () => {
  await relay.close()
  dify.closeAllConnections()
  await new Promise((resolve) => dify.close(resolve))
})
beforeEach(() => {
  asked = []
  uploadStatus = 201
})

const picture = (model: string) => ({
  model,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
      ],
    },
  ],
})

describe('finding relay 20, C-TYPE-37: an app of Dify', () => {
  it('gets a picture inside the request as an uploaded file of the same user', async () => {
    const response = await relay.post('/v1/chat/completions', picture('dify'))
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'a cat' } }] })
    expect(asked.map((each) => each.path)).toEqual(['/v1/files/upload', '/v1/chat-messages'])
    const [upload, call] = asked
    expect(upload?.contentType).toMatch(/^multipart\/form-data; boundary=/)
    expect(upload?.body).toContain('content-type: image/png\r\n\r\n\x89PNG\r\n')
    const body = JSON.parse(call?.body ?? '{}') as { files: unknown; user: string }
    expect(body.files).toEqual([{ type: 'image', transfer_method: 'local_file', upload_file_id: 'file-7' }])
    expect(upload?.body).toContain(`name="user"\r\n\r\n${body.user}\r\n`)
  })

  it('is not asked when it does not take the file', async () => {
    uploadStatus = 415
    const response = await relay.post('/v1/chat/completions', picture('dify'))
    expect([response.status, asked.length]).toEqual([400, 1])
    expect(await response.text()).toContain('does not take this file')
  })

  it('may be a workflow: it gets its input by name, and its text is the answer', async () => {
    const messages = [{ role: 'user', content: 'hello' }]
    const response = await relay.post('/v1/chat/completions', { model: 'translator', messages })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'translated' } }] })
    expect(asked.map((each) => each.path)).toEqual(['/v1/workflows/run'])
    expect(JSON.parse(asked[0]?.body ?? '{}')).toMatchObject({ inputs: { source: 'hello' } })
  })
})
