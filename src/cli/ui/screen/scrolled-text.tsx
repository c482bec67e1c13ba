import { Box, type DOMElement, Text, useBoxMetrics, useInput } from 'ink'
import { useRef, useState } from 'react'
import { useSurroundings } from './show-screen.tsx'

/** A text to be read in the whole window with the arrow keys; whoever shows it decides which key leads back. */
export function ScrolledText({
  title,
  text,
  lines,
}: {
  readonly title: string
  readonly text: string
  /** Height of the window. */
  readonly lines: number
}) {
  const { phrase } = useSurroundings()
  const viewport = useRef<DOMElement>(null)
  const content = useRef<DOMElement>(null)
  const { clientHeight: shown } = useBoxMetrics(viewport)
  const { height: total } = useBoxMetrics(content)
  const [wanted, setWanted] = useState(0)
  const last = Math.max(0, total - shown)
  const top = Math.min(wanted, last)
  const scroll = (count: number): void =>
    setWanted((before) => Math.max(0, Math.min(last, Math.min(before, last) + count)))
  useInput((input, key) => {
    if (key.downArrow || input === 'j') scroll(1)
    else if (key.upArrow || input === 'k') scroll(-1)
    else if (key.pageDown || input === ' ') scroll(Math.max(1, shown - 1))
    else if (key.pageUp) scroll(-Math.max(1, shown - 1))
    else if (key.home || input === 'g') scroll(-total)
    else if (key.end || input === 'G') scroll(total)
  })
  return (
    <Box flexDirection="column" height={lines} paddingX={1}>
      <Box justifyContent="space-between" columnGap={2} height={1} flexShrink={0}>
        <Text bold wrap="truncate-end">
          {title}
        </Text>
        {last > 0 ? (
          <Box flexShrink={0}>
            <Text dimColor>
              {phrase('screen.lines', { from: top + 1, to: Math.min(total, top + shown), total })}
            </Text>
          </Box>
        ) : null}
      </Box>
      <Box
        ref={viewport}
        marginY={lines < 8 ? 0 : 1}
        flexGrow={1}
        flexBasis={0}
        overflow="hidden"
        contentOffsetY={top}
        flexDirection="column"
      >
        <Box ref={content} flexDirection="column" flexShrink={0}>
          <Text>{text.trimEnd()}</Text>
        </Box>
      </Box>
      <Box columnGap={2} height={1} flexShrink={0}>
        <Text dimColor wrap="truncate-end">
          {`${phrase('top.key.back')}  ${phrase('top.key.scroll')}`}
        </Text>
      </Box>
    </Box>
  )
}
