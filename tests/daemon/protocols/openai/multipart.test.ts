import fc from 'fast-check'
import { FormData, Response } from 'undici'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import {
  type FormPart,
  fileOf,
  formToJson,
  parseMultipart,
  withField,
} from '../../../../src/daemon/protocols/openai/multipart.ts'

const TYPE = 'multipart/form-data; boundary=b'

/** Builds a form from the raw texts of its parts (headers, empty line, content). */
const raw = (...parts: readonly string[]): Buffer =>
  Buffer.from(`${parts.map((each) => `--b\r\n${each}\r\n`).join('')}--b--\r\n`)
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`
const file = (name: string, filename: string, content: string) =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: audio/wav\r\n\r\n${content}`

const parse = (...parts: readonly string[]) => parseMultipart(raw(...parts), TYPE)

/** Returns the content of a form part, without its position. */
const said = (part: FormPart) =>
  part.kind === 'field'
    ? { name: part.name, value: part.value }
    : {
        name: part.name,
        filename: part.filename,
        contentType: part.contentType,
        bytes: Buffer.from(part.bytes).toString('hex'),
      }

/** Returns what {@link said} does, but uses another parser. */
async function saidByUndici(body: Buffer, contentType: string) {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
  return Promise.all(
    [...form.entries()].map(async ([name, value]) =>
      typeof value === 'string'
        ? { name, value }
        : {
            name,
            filename: value.name,
            contentType: value.type,
            bytes: Buffer.from(await value.arrayBuffer()).toString('hex'),
          },
    ),
  )
}

const name = fc.stringMatching(/^[a-z_ äß"[\]]{1,12}$/).filter((each) => !each.startsWith('__proto__'))
// Without line breaks, which form writers convert.
const value = fc
  .string({ unit: 'binary', maxLength: 60 })
  .map((each) => each.replaceAll(/[\r\n]/g, ' ').toWellFormed())
const upload = fc.record({
  bytes: fc.uint8Array({ maxLength: 300 }),
  filename: fc.stringMatching(/^[a-z. "ä]{1,12}$/),
})
const entries = fc.array(fc.tuple(name, fc.oneof(value, upload)), { minLength: 1, maxLength: 12 })

async function write(list: readonly [string, string | { bytes: Uint8Array; filename: string }][]) {
  const form = new FormData()
  for (const [key, each] of list)
    if (typeof each === 'string') form.append(key, each)
    else form.append(key, new Blob([Buffer.from(each.bytes)], { type: 'audio/wav' }), each.filename)
  const response = new Response(form)
  return {
    body: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  }
}

describe('parseMultipart', () => {
  it('reads what another parser reads, whatever the names, texts and bytes', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const { body, contentType } = await write(list)
        expect(parseMultipart(body, contentType).parts.map(said)).toEqual(
          await saidByUndici(body, contentType),
        )
      }),
    )
  })

  it('of a form with one byte changed reads the same as another parser, or refuses it', async () => {
    await fc.assert(
      fc.asyncProperty(entries, fc.nat(), fc.nat(255), async (list, place, byte) => {
        const { body, contentType } = await write(list)
        body[place % body.length] = byte
        let ours: ReturnType<typeof said>[]
        try {
          ours = parseMultipart(body, contentType).parts.map(said)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          return
        }
        // A form that only the other parser refuses is harmless, because an upstream would refuse it, too.
        const theirs = await saidByUndici(body, contentType).catch(() => undefined)
        const comparable = (each: object) => ({ ...each, contentType: undefined })
        if (theirs) expect(ours.map(comparable)).toEqual(theirs.map(comparable))
      }),
      { numRuns: 1000 },
    )
  })

  it('never fails with anything but a refusal', () => {
    const pieces = fc.constantFrom(
      '--b',
      '\r\n',
      '--',
      'Content-Disposition: form-data',
      '; name="a"',
      ':',
      '"',
      'x',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (texts) => {
        try {
          expect(parseMultipart(Buffer.from(texts.join('')), TYPE).parts.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('files are views into the body: nothing is copied', () => {
    const form = parse(file('file', 'a.wav', 'RIFF'))
    const bytes = fileOf(form, 'file')?.bytes
    expect(bytes?.toString()).toBe('RIFF')
    expect(bytes?.buffer).toBe(form.body.buffer)
  })

  it.each([
    ['a quoted boundary', 'multipart/form-data; boundary="b"'],
    ['another case', 'Multipart/Form-Data; charset=utf-8; BOUNDARY=b'],
  ])('takes %s', (_name, contentType) => {
    expect(parseMultipart(raw(field('a', '1')), contentType).parts).toHaveLength(1)
  })

  it.each<[string, string, string?]>([
    ['no boundary named', `${raw(field('a', '1'))}`, 'multipart/form-data'],
    ['two boundaries named', `${raw(field('a', '1'))}`, 'multipart/form-data; boundary=b; boundary=c'],
    ['a preamble', `hello\r\n${raw(field('a', '1'))}`],
    ['text after the end', `${raw(field('a', '1'))}--b\r\n${field('model', 'other')}\r\n--b--`],
    ['no end', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
    ['an end in the headers', '--b\r\nContent-Disposition: form-data; name="a"'],
    ['no parts', '--b--\r\n'],
    ['an empty body', ''],
    ['bare line feeds', '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--\n'],
    ['a boundary with text behind it', `--b\r\n${field('a', '1')}\r\n--bother\r\n--b--\r\n`],
    ['a part without content', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n--b--\r\n'],
    ['a part without a name', `${raw('Content-Disposition: form-data\r\n\r\n1')}`],
    ['a part with two names', `${raw('Content-Disposition: form-data; name="a"; name="b"\r\n\r\n1')}`],
    [
      'a part with two dispositions',
      `${raw(`Content-Disposition: form-data; name="x"\r\n${field('a', '1')}`)}`,
    ],
    ['a part without headers', `${raw('\r\n1')}`],
    ['an attachment', `${raw('Content-Disposition: attachment; name="a"\r\n\r\n1')}`],
    ['base64', `${raw(`Content-Transfer-Encoding: base64\r\n${field('a', 'MQ==')}`)}`],
    ['a backslash in a name', `${raw(field('mod\\"el', '1'))}`],
    ['the name __proto__', `${raw(field('__proto__', '1'))}`],
    ['the name __proto__[]', `${raw(field('__proto__[]', '1'))}`],
    ['a folded header', `${raw('Content-Disposition: form-data;\r\n name="a"\r\n\r\n1')}`],
  ])('refuses %s', (_name, body, contentType = TYPE) => {
    expect(() => parseMultipart(Buffer.from(body), contentType)).toThrow(
      expect.toSatisfy((error) => error instanceof AppError && error.code === 'invalid_request'),
    )
  })

  it('refuses another media type as such', () => {
    expect(() => parseMultipart(raw(field('a', '1')), 'application/json')).toThrow(
      expect.toSatisfy((error) => error instanceof AppError && error.code === 'form_expected'),
    )
  })

  it('refuses text that is not UTF-8, naming the field, but takes any bytes as a file', () => {
    const bytes = Buffer.concat([
      Buffer.from(`--b\r\n${field('prompt', '')}`),
      Buffer.from([0xff]),
      Buffer.from('\r\n--b--'),
    ])
    expect(() => parseMultipart(bytes, TYPE)).toThrow(
      expect.toSatisfy((error) => error instanceof AppError && error.options.field === 'prompt'),
    )
  })

  it('takes 64 parts and no more', () => {
    const parts = Array.from({ length: 64 }, (_each, index) => field(`f${index}`, 'x'))
    expect(parse(...parts).parts).toHaveLength(64)
    expect(() => parse(...parts, field('one', 'more'))).toThrow(AppError)
  })

  it('headers of nothing but spaces are read at once', () => {
    const spaces = `X: ${' '.repeat(16_000)}y\r\n${field('a', '1')}`
    expect(parse(spaces).parts).toHaveLength(1)
  })
})

describe('formToJson', () => {
  it('texts, numbers, flags and files as a JSON body has them', () => {
    const form = parse(
      field('model', 'gpt-4o-transcribe'),
      file('file', 'a.wav', 'RIFF'),
      field('prompt', '12'),
      field('n', '2'),
      field('temperature', '0.5'),
      field('stream', 'true'),
      field('timestamp_granularities[]', 'word'),
      field('user', 'true'),
    )
    expect(formToJson(form)).toEqual({
      model: 'gpt-4o-transcribe',
      file: { filename: 'a.wav', content_type: 'audio/wav', bytes: 4 },
      prompt: '12',
      n: 2,
      temperature: 0.5,
      stream: true,
      timestamp_granularities: ['word'],
      user: 'true',
    })
  })

  it('repeated names become a list, with and without brackets', () => {
    const form = parse(
      file('image[]', 'a', 'A'),
      file('image[]', 'b', 'BB'),
      field('x', '1'),
      field('x', '2'),
    )
    expect(formToJson(form)).toEqual({
      image: [
        { filename: 'a', content_type: 'audio/wav', bytes: 1 },
        { filename: 'b', content_type: 'audio/wav', bytes: 2 },
      ],
      x: ['1', '2'],
    })
  })

  it('what is no number and no flag stays text, and names of every object are plain names', () => {
    expect(
      formToJson(parse(field('n', 'ten'), field('stream', 'constructor'), field('toString', 'a'))),
    ).toEqual({
      n: 'ten',
      stream: 'constructor',
      toString: 'a',
    })
  })
})

describe('withField', () => {
  it('changes the value of one field and no other byte', () => {
    const parts = [field('language', 'de'), field('model', 'whisper-1'), file('file', 'a.wav', '\0\r\n--')]
    const form = parse(...parts)
    const changed = parts.map((each) => each.replace('whisper-1', 'whisper-large-v3'))
    expect(withField(form, 'model', 'whisper-large-v3')).toEqual(raw(...changed))
  })

  it('for every form reads back as the same form with that value', async () => {
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.boolean(),
        fc.stringMatching(/^[ -~]{0,30}$/),
        async (list, named, next) => {
          const { body, contentType } = await write(named ? [...list, ['model', 'whisper-1']] : list)
          const form = parseMultipart(body, contentType)
          const wanted = form.parts
            .map(said)
            .map((each) => ('value' in each && each.name === 'model' ? { ...each, value: next } : each))
          const model = { name: 'model', value: next }
          const isThere = form.parts.some((each) => each.kind === 'field' && each.name === 'model')
          const changed = parseMultipart(withField(form, 'model', next), contentType)
          expect(changed.parts.map(said)).toEqual(isThere ? wanted : [model, ...wanted])
        },
      ),
    )
  })

  it('a part that states its length is written again', () => {
    const form = parse(`Content-Length: 9\r\n${field('model', 'whisper-1')}`, field('a', '1'))
    expect(withField(form, 'model', 'w')).toEqual(raw(field('model', 'w'), field('a', '1')))
  })

  it('a field that is not there is put first', () => {
    const form = parseMultipart(Buffer.concat([Buffer.from('\r\n'), raw(field('a', '1'))]), TYPE)
    expect(withField(form, 'model', 'm').toString()).toBe(`\r\n${raw(field('model', 'm'), field('a', '1'))}`)
  })

  it('refuses a value that could end the part', () => {
    expect(() => withField(parse(field('model', 'a')), 'model', 'x\r\n--b--')).toThrow(AppError)
  })
})
