import type { LucideIcon } from 'lucide-react'

/** A row of the palette. */
export interface PaletteEntry {
  readonly id: string
  readonly label: string
  /** Distinguishes entries with the same label. */
  readonly detail?: string
  readonly icon: LucideIcon
  readonly run: () => void
}
