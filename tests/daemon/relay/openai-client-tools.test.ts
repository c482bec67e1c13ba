import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pictureBase64 } from '../../support/simulator/openai-media.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** One model for each format in which other vendors are called. xAI is called in OpenAI's own format. */
const others = [
  'mistral-large-latest',
  'claude-sonnet-4-6',
  'gemini-2.5-flash',
  'command-a-03-2025',
  'grok-4.5',
] as const
const gpt = 'gpt-5.1'
const careful = 'mistral-small-latest'

let relay: TestRelay
let openai: OpenAI

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries([...others, gpt, careful].map((each) => [each, 1]))),
  )
  await relay.addChannel({ type: 42, models: others[0] })
  await relay.addChannel({ type: 14, models: others[1] })
  await relay.addChannel({ type: 24, models: others[2] })
  await relay.addChannel({ type: 34, models: others[3] })
  await relay.addChannel({ type: 48, models: others[4] })
  await relay.addChannel({ type: 1, models: gpt })
  await relay.addChannel({
    type: 42,
    models: careful,
    setting: JSON.stringify({ refuse_lossy_translation: true }),
  })
  openai = new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, maxRetries: 0 })
})
afterAll(() => relay.close())
afterEach(() => relay.upstream.reset())

type Params = OpenAI.Responses.ResponseCreateParamsNonStreaming

const sent = (index = -1) => String(relay.upstream.requests.at(index)?.body)

/** Returns the answer of a client with or without streaming, which must be the same. */
const answer = (params: Omit<Params, 'stream'>, isStream: boolean) =>
  isStream ? openai.responses.stream(params).finalResponse() : openai.responses.create(params)

/** The model's call, the item that the client receives, and the result that the client returns. */
const kinds = [
  {
    tool: { type: 'shell', environment: { type: 'local' } },
    calls: { name: 'shell', arguments: { commands: ['ls', 'pwd'], timeout_ms: 500 } },
    item: {
      type: 'shell_call',
      status: 'completed',
      action: { commands: ['ls', 'pwd'], timeout_ms: 500, max_output_length: null },
      environment: { type: 'local' },
    },
    result: {
      type: 'shell_call_output',
      output: [
        { stdout: 'a.txt\n', stderr: 'slow\n', outcome: { type: 'exit', exit_code: 2 } },
        { stdout: '', stderr: '', outcome: { type: 'timeout' } },
      ],
    },
    told: 'a.txt\\nstderr:\\nslow\\nexit code: 2\\n\\nstopped because of the timeout',
  },
  {
    tool: { type: 'local_shell' },
    calls: { name: 'local_shell', arguments: { command: ['ls'], working_directory: '/tmp' } },
    item: {
      type: 'local_shell_call',
      status: 'completed',
      action: { type: 'exec', command: ['ls'], env: {}, working_directory: '/tmp' },
    },
    result: { type: 'local_shell_call_output', output: 'a.txt' },
    told: 'a.txt',
  },
  {
    tool: { type: 'apply_patch' },
    calls: { name: 'apply_patch', arguments: { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' } },
    item: {
      type: 'apply_patch_call',
      status: 'completed',
      operation: { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b' },
    },
    result: { type: 'apply_patch_call_output', status: 'failed', output: 'no such line' },
    told: 'Error: no such line',
  },
  {
    tool: { type: 'computer' },
    calls: { name: 'computer', arguments: { actions: [{ type: 'double_click', x: 3, y: 4 }] } },
    item: {
      type: 'computer_call',
      status: 'completed',
      actions: [{ type: 'double_click', x: 3, y: 4, keys: null }],
      pending_safety_checks: [],
    },
    result: {
      type: 'computer_call_output',
      output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${pictureBase64}` },
    },
    told: pictureBase64,
  },
  {
    tool: { type: 'computer_use_preview', display_width: 1024, display_height: 768, environment: 'browser' },
    calls: { name: 'computer_use_preview', arguments: { type: 'click', x: 3, y: 4 } },
    item: {
      type: 'computer_call',
      status: 'completed',
      action: { type: 'click', button: 'left', x: 3, y: 4 },
      pending_safety_checks: [],
    },
    result: {
      type: 'computer_call_output',
      output: { type: 'computer_screenshot', image_url: `data:image/png;base64,${pictureBase64}` },
    },
    told: pictureBase64,
  },
] as const

describe('the tools that OpenAI defines and clients run', () => {
  const cases = kinds.flatMap((kind) =>
    others.flatMap((model) =>
      [false, true].map((stream) => ({ ...kind, name: kind.tool.type, model, stream })),
    ),
  )

  it.each(cases)(
    '$name: $model calls it, and gets the result (stream: $stream)',
    async ({ model, stream, tool, calls, item, result, told }) => {
      relay.upstream.next({ toolCalls: [calls] })
      const tools = [tool] as OpenAI.Responses.Tool[]
      const first = await answer({ model, input: 'Go on.', tools, store: false }, stream)
      expect(first.output).toEqual([{ ...item, id: expect.any(String), call_id: expect.any(String) }])
      const [call] = first.output
      const callId = (call as { call_id: string }).call_id
      const input = [
        { role: 'user', content: 'Go on.' },
        call,
        { ...result, call_id: callId },
      ] as OpenAI.Responses.ResponseInput
      const last = await answer({ model, input, tools, store: false }, stream)
      expect(last.output.map(({ type }) => type)).toEqual(['message'])
      expect(relay.upstream.requests.map(({ complaint }) => complaint)).toEqual([undefined, undefined])
      expect(sent()).toContain(told)
      expect(sent()).not.toContain('_call_output"}')
    },
  )

  it('show a stream how a command and a patch come, as OpenAI does', async () => {
    relay.upstream.next({ toolCalls: [kinds[0].calls, kinds[2].calls] })
    const stream = await openai.responses.create({
      model: others[1],
      input: 'Go on.',
      tools: [kinds[0].tool, kinds[2].tool],
      stream: true,
    })
    const events: unknown[] = []
    for await (const event of stream) events.push(event)
    const command = (index: number, text: string) => [
      { type: 'response.shell_call_command.added', output_index: 0, command_index: index, command: '' },
      { type: 'response.shell_call_command.delta', output_index: 0, command_index: index, delta: text },
      { type: 'response.shell_call_command.done', output_index: 0, command_index: index, command: text },
    ]
    expect(events.slice(2, -1)).toMatchObject([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'shell_call', status: 'in_progress', action: { commands: [] } },
      },
      ...command(0, 'ls'),
      ...command(1, 'pwd'),
      { type: 'response.output_item.done', output_index: 0, item: kinds[0].item },
      {
        type: 'response.output_item.added',
        output_index: 1,
        item: { ...kinds[2].item, status: 'in_progress' },
      },
      { type: 'response.output_item.done', output_index: 1, item: kinds[2].item },
    ])
  })

  it.each([
    {
      how: 'by its type',
      choice: { type: 'shell' as const },
      told: [{ type: 'tool', name: 'shell' }, ['shell', 'apply_patch']],
    },
    {
      how: 'among those that are allowed',
      choice: { type: 'allowed_tools' as const, mode: 'required' as const, tools: [{ type: 'shell' }] },
      told: [{ type: 'any' }, ['shell']],
    },
  ])('can be forced $how', async ({ choice, told }) => {
    await openai.responses.create({
      model: others[1],
      input: 'Go on.',
      tools: [kinds[0].tool, kinds[2].tool],
      tool_choice: choice,
    })
    const { tool_choice, tools } = JSON.parse(sent())
    expect([tool_choice, tools.map(({ name }: { name: string }) => name)]).toEqual(told)
  })

  it('are no loss, so that a channel which refuses losses takes them', async () => {
    const { response } = await openai.responses
      .create({ model: careful, input: 'Go on.', tools: [kinds[0].tool, kinds[2].tool] })
      .withResponse()
    expect([response.status, response.headers.get('tollgate-translation')]).toEqual([200, null])
  })

  it('tell the model which skills its client has', async () => {
    const skills = [{ name: 'pdf', description: 'Reads PDFs.', path: '/skills/pdf' }]
    await openai.responses.create({
      model: others[1],
      input: 'Go on.',
      tools: [{ type: 'shell', environment: { type: 'local', skills } }],
    })
    expect(sent()).toContain('pdf (/skills/pdf): Reads PDFs.')
  })

  it('leave a function of the same name alone', async () => {
    relay.upstream.next({ toolCalls: [{ name: 'shell', arguments: { commands: ['ls'] } }] })
    const own = { type: 'function', name: 'shell', parameters: null, strict: null } as const
    const { output } = await openai.responses.create({
      model: others[1],
      input: 'Go on.',
      tools: [kinds[0].tool, own],
    })
    expect(output).toMatchObject([{ type: 'function_call', name: 'shell' }])
  })
})

describe('OpenAI itself', () => {
  it('gets a shell that its client runs as it is', async () => {
    const tools = kinds.slice(0, 3).map(({ tool }) => tool)
    const { response } = await openai.responses.create({ model: gpt, input: 'Go on.', tools }).withResponse()
    expect(JSON.parse(sent())).toMatchObject({ tools })
    expect(response.headers.get('tollgate-translation')).toBeNull()
  })

  it.each([gpt, others[1]])('%s gets no shell in a container, which nobody counts here', async (model) => {
    const { response } = await openai.responses
      .create({ model, input: 'Go on.', tools: [{ type: 'shell', environment: { type: 'container_auto' } }] })
      .withResponse()
    expect(JSON.parse(sent())).not.toHaveProperty('tools')
    expect(response.headers.get('tollgate-translation')).toContain('shell')
  })
})
