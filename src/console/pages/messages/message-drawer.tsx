import { useTranslation } from 'react-i18next'
import { EditorDrawer, editedIn } from '../../components/editor/editor-drawer.tsx'
import type { DrawerState } from '../../state/drawer.ts'
import { MessageEditor } from './message-editor.tsx'
import { NEW_MESSAGE } from './message-values.ts'
import { useMessage } from './use-message.ts'

/** The form of a message beside the list. */
export function MessageDrawer({ drawer }: { readonly drawer: DrawerState }) {
  const { t } = useTranslation(['messages', 'common'])
  const { isNew, id } = editedIn(drawer, NEW_MESSAGE)
  const message = useMessage(id)
  return (
    <EditorDrawer
      drawer={drawer}
      kind="message"
      width={900}
      title={t(isNew ? 'drawer.create' : 'drawer.edit')}
      isNew={isNew}
      query={message}
      failed={t('loadFailed')}
      submit={t(isNew ? 'drawer.submit' : 'common:action.save')}
    >
      {(loaded, frame) => (
        <MessageEditor
          key={loaded?.id ?? 'new'}
          loaded={loaded}
          readAgain={async () => (await message.refetch()).data}
          frame={frame}
        />
      )}
    </EditorDrawer>
  )
}
