import type { LucideIcon } from 'lucide-react'

/** A row of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Tells entries with the same label apart. */
  readonly detail?: string
  readonly icon: LucideIcon
  readonly run: () => void
}
