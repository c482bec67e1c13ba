import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'

export interface TabItem<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
  readonly content: ReactNode
}

/**
 * Shows one panel at a time. The caller keeps track of the current one, in the address if it is part of the page's
 * state.
 */
export function Tabs<Name extends string>({
  tabs,
  value,
  onChange,
  label,
}: {
  readonly tabs: readonly TabItem<Name>[]
  readonly value: Name
  readonly onChange: (name: Name) => void
  readonly label: string
}) {
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.name === value),
  )
  return (
    <TabGroup
      selectedIndex={index}
      onChange={(next) => {
        const tab = tabs[next]
        if (tab) onChange(tab.name)
      }}
    >
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <Tab
            key={tab.name}
            className="-mb-px shrink-0 border-b-2 border-transparent px-0.5 pt-1 pb-2 text-sm text-muted transition-colors hover:text-text not-data-focus:outline-none data-focus:-outline-offset-2 data-selected:border-accent data-selected:font-medium data-selected:text-text"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="pt-4">
        {tabs.map((tab) => (
          <TabPanel key={tab.name} tabIndex={-1} className="focus:outline-none">
            {tab.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
