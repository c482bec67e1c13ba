import { useEffect, useState } from 'react'
import { type NotAttached, readPictures } from './attach-pictures.ts'
import { chatStore } from './chat-store.ts'

/** Attaches pictures to the next question: files that were chosen or pasted, and those dropped anywhere on the page. */
export function useAttaching(takesPictures: boolean): {
  readonly attach: (files: readonly File[]) => void
  /** Why some of the last files were not attached; empty once all is well. */
  readonly refused: readonly NotAttached[]
  /** The last files were for a model that takes none. */
  readonly isRefusedByModel: boolean
  readonly forgetRefused: () => void
  /** Files are held over the page. */
  readonly isDropping: boolean
} {
  const [refused, setRefused] = useState<readonly NotAttached[]>([])
  const [isRefusedByModel, setRefusedByModel] = useState(false)
  const [isDropping, setDropping] = useState(false)
  const attach = (files: readonly File[]) => {
    setRefusedByModel(!takesPictures)
    setRefused([])
    if (!takesPictures) return
    const visit = chatStore.visit()
    void readPictures(files, chatStore.now()).then((read) => {
      // They belong to the conversation that was shown when they were chosen.
      if (chatStore.visit() !== visit) return
      chatStore.attach(read.pictures)
      setRefused(read.refused)
    })
  }
  useEffect(() => {
    // Without this the browser leaves the page to show a file that is dropped on it.
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDropping(true)
    }
    const leave = (event: DragEvent) => {
      // Only what leaves the window has nothing that it enters.
      if (event.relatedTarget === null) setDropping(false)
    }
    const drop = (event: DragEvent) => {
      setDropping(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      attach([...(event.dataTransfer?.files ?? [])])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  })
  const forgetRefused = () => {
    setRefused([])
    setRefusedByModel(false)
  }
  return { attach, refused, isRefusedByModel, forgetRefused, isDropping }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
