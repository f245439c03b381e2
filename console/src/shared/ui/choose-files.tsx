import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface ChooseFilesProps extends ButtonProps {
  /** Value of the input's `accept` attribute. */
  accept?: string;
  multiple?: boolean;
  /** Selects a folder with all its files. */
  isFolder?: boolean;
  title?: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A button that opens the file dialog. A corrected file with the same name can be selected again. */
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
