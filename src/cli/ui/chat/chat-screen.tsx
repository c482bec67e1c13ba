import { Box, type DOMElement, Static, Text, useBoxMetrics, useInput, useWindowSize } from 'ink'
import { useRef, useState } from 'react'
import { CliError } from '../../cli-error.ts'
import { type ChatMessage, callChat } from '../../client/gateway-chat.ts'
import { priceOfCall } from '../../client/price-of-call.ts'
import type { CommandContext } from '../../define-command.ts'
import { version } from '../../version.ts'
import { priceLine } from '../price-line.ts'
import { type Closing, showScreen, useSurroundings } from '../screen/show-screen.tsx'
import { TextField } from '../screen/text-field.tsx'
import { Waiting } from '../screen/waiting.tsx'

export interface Conversation {
  readonly model: string
  readonly system: string | undefined
  readonly key: string
}

/** A question and its response, which stay on the screen. */
interface Turn {
  readonly question: string
  readonly answer: string
  /** The price, or why it is unknown. */
  readonly remark: string
  readonly isFailed: boolean
}

/**
 * Opens a conversation with a model, in which each question includes the conversation so far. Ctrl-D or an empty line
 * ends it, Esc stops a response.
 * @throws CliError `interrupted` after Ctrl-C
 */
export function converse(conversation: Conversation, context: CommandContext): Promise<undefined> {
  return showScreen<undefined>(
    (closing) => <Chat conversation={conversation} context={context} closing={closing} />,
    context,
    { layout: 'inline', output: 'stdout' },
  )
}

function Chat({
  conversation: { model, system, key },
  context,
  closing,
}: {
  readonly conversation: Conversation
  readonly context: CommandContext
  readonly closing: Closing<undefined>
}) {
  const { look, phrase } = useSurroundings()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const [text, setText] = useState('')
  const [pending, setPending] = useState<{ readonly question: string; readonly answer: string }>()
  const said = useRef<readonly ChatMessage[]>(
    system === undefined ? [] : [{ role: 'system', content: system }],
  )
  const stop = useRef<AbortController>(undefined)
  const [isOver, setIsOver] = useState(false)
  /** Closes the screen. The conversation stays visible; the input line does not. */
  const leave = (): void => {
    setIsOver(true)
    closing.finish(undefined)
  }

  const ask = async (question: string): Promise<void> => {
    const { api, settings, quotaPerUnit } = context
    const abort = new AbortController()
    stop.current = abort
    const messages: readonly ChatMessage[] = [...said.current, { role: 'user', content: question }]
    let answer = ''
    setText('')
    setPending({ question, answer })
    const end = (remark: string, isFailed: boolean): void => {
      setTurns((before) => [...before, { question, answer: answer.trim(), remark, isFailed }])
      setPending(undefined)
    }
    try {
      const whole = await callChat({
        url: settings.url.value,
        key,
        model,
        messages,
        timeoutMs: settings.timeoutMs,
        phrase,
        userAgent: `tollgate/${version}`,
        signal: abort.signal,
        onText: (more) => {
          answer += more
          setPending({ question, answer })
        },
      })
      said.current = [...messages, { role: 'assistant', content: whole.text }]
      const quota = await priceOfCall(api, key, whole.requestId)
      end(priceLine(whole, quota, await quotaPerUnit(), phrase), false)
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      // A partial response becomes part of the conversation; a refused question can be asked again.
      if (answer !== '') said.current = [...messages, { role: 'assistant', content: answer }]
      else setText(question)
      end(abort.signal.aborted ? phrase('chat.stopped') : error.message, !abort.signal.aborted)
    }
  }
  useInput((input, key) => {
    if (key.escape && pending !== undefined) stop.current?.abort()
    else if ((key.ctrl && input === 'd') || key.escape) leave()
  })
  return (
    <Box flexDirection="column">
      <Static items={[...turns]}>{(turn, index) => <SaidTurn key={index} turn={turn} />}</Static>
      {isOver ? null : pending === undefined ? (
        <Box flexDirection="column">
          <Box columnGap={1}>
            <Text {...look.accent}>{'>'}</Text>
            <TextField
              value={text}
              onChange={setText}
              onSubmit={(question) => {
                if (question.trim() === '') leave()
                else ask(question.trim()).catch(closing.fail)
              }}
              placeholder={phrase('chat.ask', { model })}
            />
          </Box>
          <Text dimColor>
            {'  '}
            {phrase('keys.chat')}
          </Text>
        </Box>
      ) : (
        <Pending question={pending.question} answer={pending.answer} />
      )}
    </Box>
  )
}

function SaidTurn({ turn: { question, answer, remark, isFailed } }: { readonly turn: Turn }) {
  const { look } = useSurroundings()
  return (
    <Box flexDirection="column">
      <Box columnGap={1}>
        <Text {...look.accent}>{'>'}</Text>
        <Text bold>{question}</Text>
      </Box>
      {answer !== '' && <Text>{answer}</Text>}
      <Box marginBottom={1}>
        {isFailed ? <Text {...look.bad}>{remark}</Text> : <Text dimColor>{remark}</Text>}
      </Box>
    </Box>
  )
}

/** Shows the end of a response that is still arriving; the whole text is shown once it is complete. */
function Pending({ question, answer }: { readonly question: string; readonly answer: string }) {
  const { look, phrase } = useSurroundings()
  const { rows } = useWindowSize()
  const content = useRef<DOMElement>(null)
  const { height } = useBoxMetrics(content)
  const room = Math.max(2, rows - 5)
  return (
    <Box flexDirection="column">
      <Box columnGap={1}>
        <Text {...look.accent}>{'>'}</Text>
        <Text bold wrap="truncate-end">
          {question}
        </Text>
      </Box>
      <Box
        maxHeight={room}
        overflow="hidden"
        contentOffsetY={Math.max(0, height - room)}
        flexDirection="column"
      >
        <Box ref={content} flexShrink={0}>
          {answer === '' ? <Waiting text={phrase('chat.waiting')} /> : <Text>{answer}</Text>}
        </Box>
      </Box>
    </Box>
  )
}
