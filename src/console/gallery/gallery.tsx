import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import { Badge, Chip, type Tone } from '../components/ui/badge.tsx'
import { Button, type ButtonKind, IconButton } from '../components/ui/button.tsx'
import { Card } from '../components/ui/card.tsx'
import { Chart } from '../components/ui/chart.tsx'
import { CodeBlock } from '../components/ui/code-block.tsx'
import { Combobox, MultiCombobox } from '../components/ui/combobox.tsx'
import { useConfirm } from '../components/ui/confirm.tsx'
import { DateRangeInput } from '../components/ui/date-range.tsx'
import { Drawer } from '../components/ui/drawer.tsx'
import { Checkbox, Field, PasswordInput, TextArea, TextInput } from '../components/ui/field.tsx'
import { JsonEditor } from '../components/ui/json-editor.tsx'
import { Meter } from '../components/ui/meter.tsx'
import { Notice } from '../components/ui/notice.tsx'
import { MoneyInput, NumberInput } from '../components/ui/number-input.tsx'
import type { DateRange } from '../components/ui/range-ends.ts'
import { Segments } from '../components/ui/segments.tsx'
import { Select } from '../components/ui/select.tsx'
import { Tabs } from '../components/ui/tabs.tsx'
import { Tooltip } from '../components/ui/tooltip.tsx'
import { useDrawer } from '../state/drawer.ts'
import { GalleryTable } from './gallery-table.tsx'

/** Shows every component in its states, for developers. Only in development builds, at `/gallery`. */
export function Gallery() {
  return (
    <main className="mx-auto flex max-w-5xl flex-col gap-6 p-6">
      <h1 className="text-2xl font-semibold">Gallery</h1>
      <Buttons />
      <Marks />
      <Inputs />
      <Overlays />
      <Section title="Table">
        <GalleryTable />
      </Section>
      <Charts />
    </main>
  )
}

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'ghost', 'danger']

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-col gap-4">{children}</div>
    </Card>
  )
}

function Buttons() {
  return (
    <Section title="Buttons">
      <div className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button key={kind} kind={kind} icon={<Plus size={15} aria-hidden />}>
            {kind}
          </Button>
        ))}
        <Button kind="primary" isBusy>
          busy
        </Button>
        <Button disabled>disabled</Button>
        <Button size="sm">small</Button>
        <IconButton label="Add" icon={<Plus size={15} aria-hidden />} />
        <Tooltip text="A line about it">
          <Button>tooltip</Button>
        </Tooltip>
        <Button onClick={() => toast.success('Saved')}>toast</Button>
        <Button onClick={() => toast.error('The channel does not answer')}>error toast</Button>
      </div>
    </Section>
  )
}

const tones: readonly Tone[] = ['neutral', 'accent', 'ok', 'warn', 'bad', 'info']

function Marks() {
  return (
    <Section title="Badges, notices, meters">
      <div className="flex flex-wrap gap-2">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone} hasDot={tone !== 'accent'}>
            {tone}
          </Badge>
        ))}
        <Chip>gpt-4o-mini</Chip>
      </div>
      {(['info', 'ok', 'warn', 'bad'] as const).map((tone) => (
        <Notice key={tone} tone={tone} head={tone}>
          A sentence that must be seen.
        </Notice>
      ))}
      <Meter share={0.4} />
      <Meter share={0.95} tone="warn" />
      <CodeBlock
        label="Code"
        code={'curl https://gate.example.com/v1/models \\\n  -H "Authorization: Bearer $KEY"'}
      />
    </Section>
  )
}

function Inputs() {
  const [text, setText] = useState('ci')
  const [choice, setChoice] = useState('a')
  const [models, setModels] = useState<readonly string[]>(['gpt-4o'])
  const [count, setCount] = useState(60)
  const [quota, setQuota] = useState(500_000)
  const [json, setJson] = useState('{\n  "gpt-4o": 1.25,\n  "o3": }\n')
  const [isOn, setOn] = useState(true)
  const [range, setRange] = useState<DateRange>({ from: undefined, to: undefined })
  const [tab, setTab] = useState<'one' | 'two'>('one')
  const [segment, setSegment] = useState<'day' | 'week'>('day')
  return (
    <Section title="Inputs">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Text" hint="One line on what to write." isRequired>
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="With an error" error="The name is taken">
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Field label="Password">
          <PasswordInput defaultValue="correct-horse" />
        </Field>
        <Field label="Number">
          <NumberInput value={count} onChange={setCount} unit="s" />
        </Field>
        <Field label="Money">
          <MoneyInput quota={quota} onChange={setQuota} />
        </Field>
        <Field label="Select">
          <Select
            value={choice}
            options={[
              { value: 'a', label: 'default', detail: '×1' },
              { value: 'b', label: 'vip', detail: '×0.8' },
            ]}
            onChange={setChoice}
          />
        </Field>
        <Field label="Combobox">
          <Combobox value={text} onChange={setText} options={[{ value: 'ci' }, { value: 'cd' }]} />
        </Field>
        <Field label="Several">
          <MultiCombobox
            canCreate
            value={models}
            onChange={setModels}
            options={['gpt-4o', 'o3', 'claude-sonnet-4-5'].map((value) => ({ value }))}
          />
        </Field>
        <Field label="Lines">
          <TextArea isMono defaultValue={'10.0.0.0/8'} />
        </Field>
        <Checkbox isChecked={isOn} onChange={setOn} hint="What it does.">
          A switch
        </Checkbox>
      </div>
      <JsonEditor label="JSON" value={json} onChange={setJson} />
      <div className="flex flex-wrap gap-3">
        <DateRangeInput label="Range" value={range} onChange={setRange} />
        <Segments
          label="Granularity"
          value={segment}
          options={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
          onChange={setSegment}
        />
      </div>
      <Tabs
        label="Tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'one', label: 'One', content: 'First panel' },
          { name: 'two', label: 'Two', content: 'Second panel' },
        ]}
      />
    </Section>
  )
}

function Overlays() {
  const drawer = useDrawer('drawer')
  const [ask, dialog] = useConfirm()
  return (
    <Section title="Drawer and dialog">
      <div className="flex gap-2">
        <Button onClick={() => drawer.open('1')}>drawer</Button>
        <Button
          onClick={() =>
            void ask({ title: 'Delete it?', text: 'It cannot be undone.', action: 'Delete', isDanger: true })
          }
        >
          confirm
        </Button>
      </div>
      <Drawer
        drawer={drawer}
        title="Drawer"
        lead="600 px wide"
        footer={<Button onClick={drawer.close}>Close</Button>}
      >
        <Field label="Changes nothing">
          <TextInput onChange={() => drawer.setDirty(true)} />
        </Field>
      </Drawer>
      {dialog}
    </Section>
  )
}

const moments = Array.from({ length: 48 }, (_, index) => 1_795_100_000 + index * 3_600)
const wave = (scale: number, shift: number) =>
  moments.map((_, index) => Math.round(scale * (1 + Math.sin((index + shift) / 5))))
const series = [
  { label: 'gpt-4o-mini', values: wave(20, 0) },
  { label: 'claude-sonnet-4-5', values: wave(35, 8) },
  { label: 'gemini-2.5-pro', values: wave(12, 3) },
]
const inCents = (value: number) => `$${(value / 100).toFixed(2)}`

function Charts() {
  return (
    <Section title="Charts">
      <Chart label="Spend by model" kind="stacked" moments={moments} series={series} format={inCents} />
      <Chart label="Latency" kind="line" moments={moments} series={series.slice(0, 2)} format={inCents} />
      <Chart
        label="Requests"
        kind="bars"
        moments={moments}
        series={series.slice(1, 2)}
        format={String}
        height={120}
      />
    </Section>
  )
}
