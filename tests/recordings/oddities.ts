import type { Result } from './report.ts'

/** A difference of one recording that says something about the recording. */
interface Oddity {
  readonly id: string
  readonly detail: RegExp
  readonly because: string
}

const notOpenAi = 'the recorded events have no choices and no end: nothing in them is text of this protocol'

const otherModels = 'it asks for other models than the one that is charged for, which is refused'
const provider = 'the choice of a provider, and with it of a price, is left out and announced'

const background =
  'it runs in the background here: the vendor is asked for a stream, and the client gets a response that is queued'

const oddities: readonly Oddity[] = [
  { id: 'openai.responses.openai.46fef37755', detail: /./, because: background },
  { id: 'openai.chat.openrouter.a3184936a6', detail: /nothing reached the upstream/, because: otherModels },
  { id: 'openai.chat.openrouter.a3184936a6', detail: /'models' would choose/, because: otherModels },
  ...['553720c444', '6b95ad160f', '511d54b48f', 'c5a9e9105b'].map((id) => ({
    id: `openai.chat.openrouter.${id}`,
    detail: /provider undefined instead of/,
    because: provider,
  })),
  { id: 'openai.completions.writer.90ca6e4aab', detail: /ended the stream early/, because: notOpenAi },
  {
    id: 'openai.completions.writer.90ca6e4aab',
    detail: /^0 in .* 0 out charged, 0 in all/,
    because: notOpenAi,
  },
  {
    id: 'openai.audio.transcriptions.groq.246412fab3',
    detail: /^0 in .* 0 out charged, 0 in all/,
    because: 'the recorded document is a test double’s envelope, without the transcript where it belongs',
  },
]

/** Names the reasons of what is odd about single recordings. */
export const withOddities = (result: Result): Result => ({
  ...result,
  differences: result.differences.map((each) => {
    const oddity = oddities.find(({ id, detail }) => id === result.recording.id && detail.test(each.detail))
    return oddity ? { ...each, because: oddity.because } : each
  }),
})

/** Oddities that were not seen: their reasons must not outlive them. */
export const unseenOddities = (results: readonly Result[]): string[] =>
  oddities
    .filter(
      ({ because, id }) =>
        !results.some(
          ({ recording, differences }) =>
            recording.id === id && differences.some((each) => each.because === because),
        ),
    )
    .map(({ id }) => id)
