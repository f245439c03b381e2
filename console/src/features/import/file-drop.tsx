import { Button, FileButton, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import classes from './file-drop.module.css';
import { importCopy } from './import-copy.ts';

const KIB = 1_024;
const MIB = KIB * KIB;

interface FileDropProps {
  file: File | undefined;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes a file that is dropped, or chosen. */
export function FileDrop({ file, isBusy, onFile }: FileDropProps) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const [isOver, setOver] = useState(false);
  const sizeOf = ({ size }: File) =>
    size < MIB
      ? `${count(Math.ceil(size / KIB))} ${copy.bytes.kib}`
      : `${count(Math.ceil(size / MIB))} ${copy.bytes.mib}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: dropping is for the mouse alone; the button does the same for everybody.
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
        const dropped = event.dataTransfer.files[0];
        if (dropped && !isBusy) onFile(dropped);
      }}
    >
      <Icon name="import" />
      <Text size="sm">{copy.drop}</Text>
      <FileButton
        accept="application/json,.json"
        disabled={isBusy}
        onChange={(chosen) => chosen && onFile(chosen)}
      >
        {(props) => (
          <Button {...props} variant="default">
            {copy.choose}
          </Button>
        )}
      </FileButton>
      {file && (
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {copy.chosen(file.name, sizeOf(file))}
        </Text>
      )}
    </div>
  );
}
