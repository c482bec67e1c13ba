import { Fragment, type ReactNode } from 'react'

/** What stands in a phrase where an element goes; no phrase has it of its own. */
export const ELEMENT = '\uFFFC'

/**
 * A phrase with an element inside: `<Phrase text={t('lead', { address: ELEMENT })}><code/></Phrase>`. The phrase stays
 * whole in its catalogue, and nothing has to parse markup in the browser.
 */
export function Phrase({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const parts = text.split(ELEMENT)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a phrase have their order only.
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && children}
    </Fragment>
  ))
}
