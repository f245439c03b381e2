import { Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChooseFiles } from '../../shared/ui/choose-files.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './file-drop.module.css';
import { importCopy } from './import-copy.ts';

const KIB = 1_024;
const MIB = KIB * KIB;

type FileDropProps = { files: readonly File[]; isBusy: boolean; onFiles: (files: File[]) => void };

/** Accepts dropped or chosen files, or a folder. */
export function FileDrop({ files, isBusy, onFiles }: FileDropProps) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const [isOver, setOver] = useState(false);
  const sizeOf = ({ size }: File) =>
    size < MIB
      ? `${count(Math.ceil(size / KIB))} ${copy.bytes.kib}`
      : `${count(Math.ceil(size / MIB))} ${copy.bytes.mib}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: dropping is for the mouse alone; the buttons do the same for everybody.
    <div
      role="group"
      aria-label={copy.file}
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isBusy) void droppedFiles(event.dataTransfer).then(onFiles);
      }}
    >
      <Icon name="import" />
      <Text size="sm">{copy.drop}</Text>
      <Group gap="xs">
        <ChooseFiles
          accept=".csv,.json,text/csv,application/json"
          multiple
          variant="default"
          disabled={isBusy}
          onFiles={onFiles}
        >
          {copy.choose}
        </ChooseFiles>
        <ChooseFiles isFolder variant="default" disabled={isBusy} onFiles={onFiles}>
          {copy.chooseFolder}
        </ChooseFiles>
      </Group>
      {files.length > 0 && (
        <List size="sm" listStyleType="none" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {files.map((file) => (
            <List.Item key={file.name}>{copy.chosen(file.name, sizeOf(file))}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}

/** Limit for dropped folders. A catalogue has five files. */
const FILES_MAX = 200;

/** Returns the dropped files, including files of folders, but not of nested folders. */
async function droppedFiles({ items, files }: DataTransfer): Promise<File[]> {
  // Entries are available only during the event, so nothing is awaited before.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (!entries.some(({ isDirectory }) => isDirectory)) return [...files];
  const read = await Promise.all(entries.map((entry) => filesOf(entry, true)));
  return read.flat();
}

async function filesOf(entry: FileSystemEntry, withinFolders: boolean): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))];
  }
  if (!withinFolders) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length < FILES_MAX) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) break;
    entries.push(...some);
  }
  return (await Promise.all(entries.map((one) => filesOf(one, false)))).flat();
}
