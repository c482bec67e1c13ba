import { Box, Text } from 'ink'
import { useState } from 'react'
import { Form } from './form.tsx'
import { showScreen, useSurroundings } from './show-screen.tsx'

/**
 * Asks for the code of a second factor, or for a recovery code.
 *
 * @param refusal why the previous one was refused
 * @throws CliError `interrupted` after Ctrl-C
 */
export const askCode = (
  refusal: string | undefined,
  surroundings: Parameters<typeof showScreen>[1],
): Promise<string> =>
  showScreen<string>(({ finish }) => <CodeQuestion refusal={refusal} onAnswer={finish} />, surroundings, {
    layout: 'inline',
  })

function CodeQuestion({
  refusal,
  onAnswer,
}: {
  readonly refusal: string | undefined
  onAnswer(code: string): void
}) {
  const { phrase } = useSurroundings()
  const [values, setValues] = useState({ code: '' })
  return (
    <Box flexDirection="column">
      <Text bold>{phrase('login.secondStep')}</Text>
      <Form
        fields={[
          {
            key: 'code',
            label: phrase('login.code'),
            hint: phrase('login.code.rule'),
            check: (value) => (value.trim() === '' ? phrase('login.code.rule') : undefined),
          },
        ]}
        values={values}
        onChange={setValues}
        onSubmit={({ code }) => onAnswer(code)}
        refusal={refusal === undefined ? undefined : { field: 'code', message: refusal }}
      />
    </Box>
  )
}
