import { Box, Text, useInput } from 'ink'
import { useRef, useState } from 'react'
import stringWidth from 'string-width'
import { useSurroundings } from './show-screen.tsx'
import { editOf, inserted } from './text-edit.ts'
import { TextField } from './text-field.tsx'

export interface FormField<K extends string> {
  readonly key: K
  readonly label: string
  readonly isSecret?: boolean
  /** The default if nothing is typed, or an example. */
  readonly placeholder?: string
  /** One line shown under the field while it is being filled in. */
  readonly hint?: string | undefined
  /** Returns the validation error, in the words of the form. */
  check?(value: string, values: Readonly<Record<K, string>>): string | undefined
}

export interface FormProps<K extends string> {
  readonly fields: readonly FormField<K>[]
  readonly values: Readonly<Record<K, string>>
  onChange(values: Readonly<Record<K, string>>): void
  /** Called on Enter in the last field, if all fields are valid. */
  onSubmit(values: Readonly<Record<K, string>>): void
  /** The server's error about a field, shown until the field is changed. */
  readonly refusal?: { readonly field: K | undefined; readonly message: string } | undefined
  readonly isActive?: boolean
}

/** Shows a form. Enter moves to the next field and submits from the last one; Tab and the arrow keys move freely. */
export function Form<K extends string>({
  fields,
  values,
  onChange,
  onSubmit,
  refusal,
  isActive = true,
}: FormProps<K>) {
  const { look } = useSurroundings()
  // Keys can arrive faster than frames: typing into the next field must not lose the previous one.
  const latest = useRef(values)
  latest.current = values
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      fields.findIndex(({ key }) => key === refusal?.field),
    ),
  )
  const [faults, setFaults] = useState<Partial<Record<K, string>>>({})
  const [changed, setChanged] = useState<ReadonlySet<K>>(new Set())
  const here = useRef(at)
  const last = fields.length - 1
  const go = (to: number): void => {
    here.current = Math.max(0, Math.min(last, to))
    setAt(here.current)
  }
  useInput(
    (_, key) => {
      if (key.downArrow || (key.tab && !key.shift)) go(here.current + 1)
      else if (key.upArrow || (key.tab && key.shift)) go(here.current - 1)
    },
    { isActive },
  )
  const faultOf = ({ key, check }: FormField<K>): string | undefined =>
    check?.(latest.current[key], latest.current)
  const set = (key: K, value: string): void => {
    latest.current = { ...latest.current, [key]: value }
    onChange(latest.current)
    setChanged((before) => new Set(before).add(key))
    setFaults(({ [key]: _, ...others }) => others as typeof faults)
  }
  /** Moves on from a field. @returns whether the next field now has the cursor */
  const next = (index: number): boolean => {
    const field = fields[index]
    if (field === undefined) return false
    const isLast = index === last
    const wrong = (isLast ? fields : [field]).map((each) => [each, faultOf(each)] as const)
    setFaults(
      Object.fromEntries(wrong.flatMap(([{ key }, fault]) => (fault ? [[key, fault]] : []))) as typeof faults,
    )
    const first = wrong.find(([, fault]) => fault !== undefined)
    if (first !== undefined) go(fields.indexOf(first[0]))
    else if (isLast) {
      setChanged(new Set())
      onSubmit(latest.current)
    } else go(index + 1)
    return first === undefined && !isLast
  }
  /** Distributes text that arrived all at once to the fields it was meant for. A paste never submits the form. */
  const spread = (from: number, text: string, isPasted: boolean): boolean => {
    if (isPasted && from === last) return false
    let index = from
    const plain = text.replace(/\r\n/g, '\n')
    for (const piece of (isPasted ? plain.trimEnd() : plain).match(/[\t\r\n]|[^\t\r\n]+/g) ?? []) {
      if (piece === '\t' || (isPasted && piece === '\n')) go(index + 1)
      else if (piece === '\n' || piece === '\r') {
        // The rest was meant for a field that was not reached.
        if (!next(index)) return true
      } else {
        const field = fields[index]
        if (field) set(field.key, inserted(editOf(latest.current[field.key]), piece).text)
      }
      index = here.current
    }
    return true
  }
  const width = Math.max(...fields.map(({ label }) => stringWidth(label)))
  return (
    // Lines that do not fit are cut off at the bottom, because shrunk lines would overlap.
    <Box flexDirection="column" flexShrink={0}>
      {fields.map((field, index) => {
        const isHere = isActive && index === at
        const said = refusal?.field === field.key && !changed.has(field.key) ? refusal.message : undefined
        const fault = faults[field.key] ?? said
        return (
          <Box key={field.key} flexDirection="column" flexShrink={0}>
            <Box columnGap={3} flexShrink={0}>
              <Box width={width} flexShrink={0}>
                <Text bold={isHere} dimColor={!isHere}>
                  {field.label}
                </Text>
              </Box>
              <TextField
                value={values[field.key]}
                onChange={(value) => set(field.key, value)}
                onSubmit={() => next(index)}
                onOverflow={(text, isPasted) => spread(here.current, text, isPasted)}
                hasLeft={() => here.current !== index}
                isActive={isHere}
                isSecret={field.isSecret ?? false}
                placeholder={field.placeholder ?? ''}
              />
            </Box>
            {(fault !== undefined || (isHere && field.hint !== undefined)) && (
              <Box paddingLeft={width + 3} flexShrink={0}>
                {fault === undefined ? (
                  <Text dimColor>{field.hint}</Text>
                ) : (
                  <Text {...look.bad}>{fault}</Text>
                )}
              </Box>
            )}
          </Box>
        )
      })}
      {refusal !== undefined && refusal.field === undefined && changed.size === 0 && (
        <Box marginTop={1}>
          <Text {...look.bad}>{refusal.message}</Text>
        </Box>
      )}
    </Box>
  )
}
