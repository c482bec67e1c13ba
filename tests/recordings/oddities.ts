import type { Result } from './report.ts'

/** A difference that comes from a peculiarity of one recording. */
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

/** Tells whether the recorded request runs in the background, so that its client does not wait for it. */
const isBackground = ({ recording, kind }: Result): boolean =>
  kind === 'own' && recording.request?.body?.background === true

/** Adds the reasons for the differences of individual recordings. */
export const withOddities = (result: Result): Result => ({
  ...result,
  differences: result.differences.map((each) => {
    const oddity = oddities.find(({ id, detail }) => id === result.recording.id && detail.test(each.detail))
    const because = oddity?.because ?? (isBackground(result) ? background : undefined)
    return because === undefined || each.because !== undefined ? each : { ...each, because }
  }),
})

/** Returns the oddities that did not occur, so that outdated ones are noticed. */
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
