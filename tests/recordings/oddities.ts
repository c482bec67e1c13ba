import type { Result } from './report.ts'

/** A difference of one recording that says something about the recording. */
interface Oddity {
  readonly id: string
  readonly detail: RegExp
  readonly because: string
}

const notOpenAi = 'the recorded events have no choices and no end: nothing in them is text of this protocol'

const oddities: readonly Oddity[] = [
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

const background =
  'it runs in the background here: the client gets a response of the gateway’s, by an id of its own, that is queued'

/** Whether the recorded request is one that its client does not wait for. */
const isBackground = ({ recording, kind }: Result): boolean =>
  kind === 'own' && recording.request?.body?.background === true

/** Names the reasons of what is odd about single recordings. */
export const withOddities = (result: Result): Result => ({
  ...result,
  differences: result.differences.map((each) => {
    const oddity = oddities.find(({ id, detail }) => id === result.recording.id && detail.test(each.detail))
    const because = oddity?.because ?? (isBackground(result) ? background : undefined)
    return because === undefined || each.because !== undefined ? each : { ...each, because }
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
