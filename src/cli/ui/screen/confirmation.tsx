import { Box, Text } from 'ink'
import { useState } from 'react'
import { type Closing, showScreen, useSurroundings } from './show-screen.tsx'
import { useAnswer } from './use-answer.ts'

export interface ConfirmationTexts {
  readonly question: string
  /** Details of what is about to happen, such as a plan, shown above the question. */
  readonly body?: string | undefined
  /** The context to which the question applies, shown first. */
  readonly context: string
}

/**
 * Asks yes or no; no is the default for both Enter and Esc.
 * @throws CliError `interrupted` after Ctrl-C
 */
export async function askConfirmation(
  { question, body, context }: ConfirmationTexts,
  surroundings: Parameters<typeof showScreen>[1],
): Promise<boolean> {
  const rows = (surroundings.io.stderr as Partial<NodeJS.WriteStream>).rows ?? 24
  // A plan that fits stays above the question and in the scrollback; a longer one opens in a separate window.
  if (body !== undefined && body.split('\n').length > rows - 4) {
    const { ScrolledConfirmation } = await import('./scrolled-confirmation.tsx')
    const draw = (closing: Closing<boolean>) => (
      <ScrolledConfirmation question={question} body={body} context={context} onAnswer={closing.finish} />
    )
    return showScreen<boolean>(draw, surroundings, { layout: 'full', output: 'stderr' })
  }
  if (body !== undefined) surroundings.io.stderr.write(`\n${body.trimEnd()}\n\n`)
  return showScreen<boolean>(
    ({ finish }) => <Confirmation question={question} onAnswer={finish} />,
    surroundings,
    { layout: 'inline' },
  )
}

function Confirmation({
  question,
  onAnswer,
}: {
  readonly question: string
  onAnswer(answer: boolean): void
}) {
  const { look, phrase } = useSurroundings()
  const [answer, setAnswer] = useState<boolean>()
  useAnswer((given) => {
    setAnswer(given)
    onAnswer(given)
  })
  return (
    <Box columnGap={1} flexWrap="wrap">
      <Text bold>{question}</Text>
      {answer === undefined ? (
        <Text {...look.accent}>[y/N]</Text>
      ) : (
        <Text dimColor>{phrase(answer ? 'word.yes' : 'word.no')}</Text>
      )}
    </Box>
  )
}
