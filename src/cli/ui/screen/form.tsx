import { Box, Text, useInput } from 'ink'
import { useRef, useState } from 'react'
import stringWidth from 'string-width'
import { useSurroundings } from './show-screen.tsx'
import { TextField } from './text-field.tsx'

export interface FormField<K extends string> {
  readonly key: K
  readonly label: string
  readonly isSecret?: boolean
  /** The default if nothing is typed, or an example. */
  readonly placeholder?: string
  /** One line under the field while it is being filled in. */
  readonly hint?: string | undefined
  /** The validation error, in the words of the form. */
  check?(value: string, values: Readonly<Record<K, string>>): string | undefined
}

export interface FormProps<K extends string> {
  readonly fields: readonly FormField<K>[]
  readonly values: Readonly<Record<K, string>>
  onChange(values: Readonly<Record<K, string>>): void
  /** Enter in the last field, once nothing is wrong. */
  onSubmit(values: Readonly<Record<K, string>>): void
  /** The server's error about a field, shown until that field is changed. */
  readonly refusal?: { readonly field: K | undefined; readonly message: string } | undefined
  readonly isActive?: boolean
}

/** A form. Enter moves to the next field and submits from the last one; Tab and the arrows move freely. */
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
  const go = (to: number): void => setAt(Math.max(0, Math.min(fields.length - 1, to)))
  useInput(
    (_, key) => {
      if (key.downArrow || (key.tab && !key.shift)) go(at + 1)
      else if (key.upArrow || (key.tab && key.shift)) go(at - 1)
    },
    { isActive },
  )
  const faultOf = ({ key, check }: FormField<K>): string | undefined =>
    check?.(latest.current[key], latest.current)
  const next = (index: number): void => {
    const field = fields[index]
    if (field === undefined) return
    const isLast = index === fields.length - 1
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
  }
  const width = Math.max(...fields.map(({ label }) => stringWidth(label)))
  return (
    <Box flexDirection="column">
      {fields.map((field, index) => {
        const isHere = isActive && index === at
        const said = refusal?.field === field.key && !changed.has(field.key) ? refusal.message : undefined
        const fault = faults[field.key] ?? said
        return (
          <Box key={field.key} flexDirection="column">
            <Box columnGap={3}>
              <Box width={width} flexShrink={0}>
                <Text bold={isHere} dimColor={!isHere}>
                  {field.label}
                </Text>
              </Box>
              <TextField
                value={values[field.key]}
                onChange={(value) => {
                  latest.current = { ...latest.current, [field.key]: value }
                  onChange(latest.current)
                  setChanged((before) => new Set(before).add(field.key))
                  setFaults(({ [field.key]: _, ...others }) => others as typeof faults)
                }}
                onSubmit={() => next(index)}
                isActive={isHere}
                isSecret={field.isSecret ?? false}
                placeholder={field.placeholder ?? ''}
              />
            </Box>
            {(fault !== undefined || (isHere && field.hint !== undefined)) && (
              <Box paddingLeft={width + 3}>
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
