import { Alert, Button, Checkbox, Menu, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { newIdempotencyKey } from '../../shared/api/idempotency-key.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { Dialog, type DialogChange } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { type OrderView, searchOfView, VIEWS_KEY, viewsQuery } from '../../shared/views/views-api.ts';
import { useChosenColumns } from './columns-choice.ts';
import type { OrderSearch } from './order-search.ts';
import { changeView, chooseView, createView, deleteView, viewParameters } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

interface ViewMenuProps {
  search: OrderSearch;
  /** Replaces all filters with these. */
  onShow: (search: OrderSearch) => void;
}

/** Saves the list as a view, and changes the view that is open. */
export function ViewMenu({ search, onShow }: ViewMenuProps) {
  const { savedViews: copy } = useCopy(ordersCopy);
  const { verbs } = useSession();
  const queryClient = useQueryClient();
  const { data: views = [] } = useQuery(viewsQuery);
  const [asking, setAsking] = useState<'new' | 'edit' | 'delete'>();
  const columns = useChosenColumns(search) ?? [];
  const view = views.find(({ viewId }) => viewId === search.view);
  const mayChange = view !== undefined && (!view.isShared || verbs.includes('orders.note'));
  const reload = () => queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
  const show = async (saved: OrderView) => {
    await reload();
    onShow(searchOfView(saved) as OrderSearch);
    setAsking(undefined);
  };
  const content = { query: viewParameters(search), columns };
  const update = useMutation({
    mutationFn: (viewId: string) => changeView(viewId, content),
    onSuccess: show,
  });
  const choose = useMutation({ mutationFn: chooseView, onSettled: reload });
  const remove = useMutation({
    mutationFn: deleteView,
    onSuccess: async () => {
      await reload();
      onShow({ ...search, view: undefined });
      setAsking(undefined);
    },
  });
  const error = update.error ?? choose.error;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<Icon name="star" size={14} />} loading={update.isPending}>
            {copy.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {view && <Menu.Label>{view.name}</Menu.Label>}
          {mayChange && isChanged(view, search) && (
            <Menu.Item onClick={() => update.mutate(view.viewId)}>{copy.update}</Menu.Item>
          )}
          <Menu.Item onClick={() => setAsking('new')}>{copy.saveNew}</Menu.Item>
          {mayChange && <Menu.Item onClick={() => setAsking('edit')}>{copy.edit}</Menu.Item>}
          {view && (
            <Menu.Item onClick={() => choose.mutate({ viewId: view.viewId, isDefault: !view.isDefault })}>
              {view.isDefault ? copy.endDefault : copy.makeDefault}
            </Menu.Item>
          )}
          {mayChange && (
            <Menu.Item color="red" onClick={() => setAsking('delete')}>
              {copy.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {error && <RequestFailure error={error} isChange />}
      {asking === 'new' && (
        <NewViewDialog {...{ search, content }} onSaved={show} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'edit' && view && <EditViewDialog view={view} onSaved={show} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && view && (
        <Dialog
          title={copy.deleteTitle(view.name)}
          confirm={copy.deleteConfirm}
          isGrave
          change={remove}
          onSubmit={() => remove.mutate(view.viewId)}
          onClose={() => setAsking(undefined)}
        >
          <Text size="sm">{view.isShared ? copy.deleteShared : copy.deleteOwn}</Text>
        </Dialog>
      )}
    </>
  );
}

/** Says that the view, or what its filter names, no longer exists. */
export function ViewNotice({ search }: { search: OrderSearch }) {
  const { savedViews: copy } = useCopy(ordersCopy);
  const { data: views } = useQuery(viewsQuery);
  if (search.view === undefined || !views) return null;
  const view = views.find(({ viewId }) => viewId === search.view);
  const gone = (view?.gone ?? []).filter((name) => search[name] !== undefined);
  if (view && gone.length === 0) return null;
  return (
    <Alert color="yellow" role="status" icon={<Icon name="warning" />}>
      {view ? copy.gone(gone.map((name) => copy.filters[name])) : copy.noView}
    </Alert>
  );
}

/** Returns whether the list differs from the view. */
function isChanged(view: OrderView, { cursor: _, q: __, ...search }: OrderSearch): boolean {
  const sorted = (parameters: object) => JSON.stringify(Object.entries(parameters).sort());
  return sorted(searchOfView(view)) !== sorted(JSON.parse(JSON.stringify(search)));
}

type Content = { query: ReturnType<typeof viewParameters>; columns: OrderView['columns'] };

interface NewViewDialogProps {
  search: OrderSearch;
  content: Content;
  onSaved: (view: OrderView) => Promise<void>;
  onClose: () => void;
}

function NewViewDialog({ search, content, onSaved, onClose }: NewViewDialogProps) {
  const { savedViews: copy } = useCopy(ordersCopy);
  const key = useMemo(newIdempotencyKey, []);
  const change = useMutation({
    mutationFn: (title: ViewTitle) => createView({ ...title, ...content }, key),
    onSuccess: onSaved,
  });
  return (
    <ViewDialog
      title={copy.saveTitle}
      change={change}
      named={{ name: '', isShared: false }}
      onSave={change.mutate}
      onClose={onClose}
    >
      {search.q !== undefined && <Text size="sm">{copy.withoutSearch}</Text>}
    </ViewDialog>
  );
}

type EditViewDialogProps = Omit<NewViewDialogProps, 'search' | 'content'> & { view: OrderView };

function EditViewDialog({ view, onSaved, onClose }: EditViewDialogProps) {
  const { savedViews: copy } = useCopy(ordersCopy);
  const change = useMutation({
    mutationFn: ({ name, isShared }: ViewTitle) =>
      changeView(view.viewId, { name, ...(isShared !== view.isShared && { isShared }) }),
    onSuccess: onSaved,
  });
  return (
    <ViewDialog
      title={copy.editTitle}
      change={change}
      named={view}
      isOthers={!view.isOwn}
      onSave={change.mutate}
      onClose={onClose}
    />
  );
}

type ViewTitle = { name: string; isShared: boolean };

interface ViewDialogProps {
  title: string;
  change: DialogChange;
  named: ViewTitle;
  /** Only the owner of a shared view can make it their own. */
  isOthers?: boolean;
  onSave: (title: ViewTitle) => void;
  onClose: () => void;
  children?: React.ReactNode;
}

const NAME_LENGTH_MAX = 60;

/** Asks for the name of a view, and whether everybody sees it. */
function ViewDialog({ title, change, named, isOthers = false, onSave, onClose, children }: ViewDialogProps) {
  const { savedViews: copy } = useCopy(ordersCopy);
  const { verbs } = useSession();
  const [name, setName] = useState(named.name);
  const [isShared, setShared] = useState(named.isShared);
  const [isTried, setTried] = useState(false);
  const isNamed = name.trim() !== '';
  return (
    <Dialog
      title={title}
      confirm={copy.save}
      change={change}
      onSubmit={() => (isNamed ? onSave({ name: name.trim(), isShared }) : setTried(true))}
      onClose={onClose}
    >
      {children}
      <TextInput
        label={copy.name}
        data-autofocus
        maxLength={NAME_LENGTH_MAX}
        value={name}
        error={isTried && !isNamed && copy.nameNeeded}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={copy.shared}
        description={verbs.includes('orders.note') ? copy.sharedMeans : copy.sharedNeeds}
        checked={isShared}
        disabled={isOthers || !verbs.includes('orders.note')}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
