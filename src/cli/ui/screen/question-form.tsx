import { Box, Text, useInput } from 'ink'
import { useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { exitCodes } from '../../exit-codes.ts'
import { Form, type FormField } from './form.tsx'
import { type Closing, showScreen, useSurroundings } from './show-screen.tsx'

type Answers = Readonly<Record<string, string>>

/**
 * Asks for several values in one form.
 * @throws CliError `interrupted` after Esc and Ctrl-C
 */
export const askValues = (
  title: string,
  fields: readonly FormField<string>[],
  surroundings: Parameters<typeof showScreen>[1],
): Promise<Answers> =>
  showScreen<Answers>(
    (closing) => <QuestionForm title={title} fields={fields} closing={closing} />,
    surroundings,
    { layout: 'inline' },
  )

function QuestionForm({
  title,
  fields,
  closing,
}: {
  readonly title: string
  readonly fields: readonly FormField<string>[]
  readonly closing: Closing<Answers>
}) {
  const { phrase } = useSurroundings()
  const [values, setValues] = useState<Answers>(() => Object.fromEntries(fields.map(({ key }) => [key, ''])))
  const [isDone, setIsDone] = useState(false)
  useInput((_, key) => {
    if (key.escape)
      closing.fail(new CliError('interrupted', exitCodes.interrupted, phrase('say.interrupted')))
  })
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      <Form
        fields={fields}
        values={values}
        onChange={setValues}
        onSubmit={(answers) => {
          setIsDone(true)
          closing.finish(answers)
        }}
        isActive={!isDone}
      />
      {!isDone && (
        <Text dimColor wrap="truncate-end">
          {phrase('keys.form')}
        </Text>
      )}
    </Box>
  )
}
