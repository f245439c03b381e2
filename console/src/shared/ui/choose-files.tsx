import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface ChooseFilesProps extends ButtonProps {
  /** Of an input for files. */
  accept?: string;
  multiple?: boolean;
  /** A folder is asked for, and all its files come. */
  isFolder?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that has the browser ask for files. One that was mended can be chosen again under its name. */
export function ChooseFiles(props: ChooseFilesProps) {
  const { accept, multiple = false, isFolder = false, onFiles, children, ...button } = props;
  const forget = useRef<() => void>(null);
  return (
    <FileButton
      {...(accept && { accept })}
      multiple
      resetRef={forget}
      inputProps={{ multiple, ...(isFolder && { webkitdirectory: '' }) }}
      onChange={(files) => {
        if (files.length > 0) onFiles(files);
        forget.current?.();
      }}
    >
      {(props) => (
        <Button {...props} {...button}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
