import { Box, Text, useInput } from 'ink'
import { useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { readAmount, toThousandths } from '../../input/amount.ts'
import { Form } from '../screen/form.tsx'
import { useSurroundings } from '../screen/show-screen.tsx'
import { Waiting } from '../screen/waiting.tsx'
import { refusalOf, type StepProps } from './setup-step.ts'

/**
 * Parses a budget into quota units.
 * @returns `'unlimited'`, whole quota units, or undefined when it is not an amount
 */
export function readBudget(text: string, quotaPerUnit: number): number | 'unlimited' | undefined {
  const trimmed = text.trim().toLowerCase()
  if (['', 'unlimited', '不限'].includes(trimmed)) return 'unlimited'
  const amount = readAmount(trimmed.replace(/^\$\s*(.*)$/, '$1usd'))
  if (amount === undefined) return undefined
  const thousandths = toThousandths(amount, amount.unit === 'usd' ? quotaPerUnit : 1)
  if (thousandths === undefined || thousandths <= 0n || thousandths % 1000n !== 0n) return undefined
  return Number(thousandths / 1000n)
}

/** Asks for name and budget of the first token. */
export function TokenStep({ session, drafts, refusal, change, go, fail, finish }: StepProps) {
  const { phrase } = useSurroundings()
  const [isBusy, setIsBusy] = useState(false)
  useInput((_, key) => {
    if (key.escape && !isBusy) finish()
  })
  const make = async ({ name, budget }: { name: string; budget: string }): Promise<void> => {
    const quota = readBudget(budget, session.quotaPerUnit())
    setIsBusy(true)
    try {
      await session.createToken({ name: name.trim(), quota: quota === 'unlimited' ? undefined : quota })
      if (session.done.channel === undefined) finish()
      else go('call')
    } catch (error) {
      go('token', refusalOf(error))
      setIsBusy(false)
    }
  }
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.token')}</Text>
      <Form
        fields={[
          {
            key: 'name',
            label: phrase('setup.name'),
            hint: phrase('setup.token.name.hint'),
            check: (value) => (value.trim() === '' ? phrase('setup.needed') : undefined),
          },
          {
            key: 'budget',
            label: phrase('setup.budget'),
            hint: phrase('setup.budget.hint'),
            placeholder: phrase('word.unlimited'),
            check: (value) =>
              readBudget(value, session.quotaPerUnit()) === undefined
                ? phrase('setup.budget.wrong')
                : undefined,
          },
        ]}
        values={drafts.token}
        onChange={(token) => change({ token })}
        onSubmit={(values) => void make(values).catch(fail)}
        refusal={
          refusal && { message: refusal.message, field: refusal.field === 'name' ? 'name' : undefined }
        }
        isActive={!isBusy}
      />
      {isBusy && <Waiting text={phrase('setup.busy.token')} />}
    </Box>
  )
}

/** Sends one real request through everything that was created; the summary shows its price. */
export function CallStep({ session, fail, finish }: StepProps) {
  const { look, phrase } = useSurroundings()
  const [state, setState] = useState<'asking' | 'calling' | 'failed'>('asking')
  const [answer, setAnswer] = useState('')
  const [failure, setFailure] = useState('')
  const isCalling = useRef(false)
  const model = session.done.channel?.test?.model ?? session.done.channel?.models[0] ?? ''
  const question = phrase('setup.call.question')
  const call = async (): Promise<void> => {
    isCalling.current = true
    setState('calling')
    setAnswer('')
    try {
      await session.call(model, question, (text) => setAnswer((before) => before + text))
      finish()
    } catch (error) {
      if (!(error instanceof CliError) || error.code === 'network') throw error
      setFailure(error.message)
      setState('failed')
    } finally {
      isCalling.current = false
    }
  }
  useInput((_, key) => {
    if (isCalling.current) return
    if (key.return) call().catch(fail)
    else if (key.tab || key.escape) finish()
  })
  return (
    <Box flexDirection="column" rowGap={1}>
      <Text bold>{phrase('setup.title.call')}</Text>
      <Box columnGap={3}>
        <Text dimColor>{model}</Text>
        <Text>{question}</Text>
      </Box>
      {state === 'calling' && answer === '' && <Waiting text={phrase('setup.busy.call')} />}
      {answer !== '' && <Text>{answer}</Text>}
      {state === 'failed' && (
        <Box flexDirection="column">
          <Text {...look.bad}>{failure}</Text>
          <Text dimColor>
            {session.done.unpriced === undefined
              ? phrase('setup.call.failed')
              : phrase('setup.call.setPrice', { model })}
          </Text>
        </Box>
      )}
    </Box>
  )
}
