import { Anchor, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../../shared/copy/copy.ts';
import { sharedCopy } from '../../../shared/copy/shared-copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import classes from './file-picture.module.css';
import { fileUrl, type KeptFile, type OrderKey } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

interface FilePictureProps {
  orderKey: OrderKey;
  label: string;
  /** Absent while it is not fetched. */
  file: KeptFile | undefined;
  /** Why it is absent, where something is known to be wrong with it. */
  problem?: string | undefined;
}

/** A file of the customer as a picture that Platen made; pressed, it is large, with what is known of the file. Never the file itself. */
export function FilePicture({ orderKey, label, file, problem }: FilePictureProps) {
  const copy = useCopy(orderCopy);
  const shared = useCopy(sharedCopy);
  const [isOpen, setOpen] = useState(false);
  if (!file) {
    return (
      <div className={classes.frame}>
        <span className={classes.empty} data-problem={problem && true}>
          {problem ?? copy.noFile}
        </span>
        <span className={classes.label}>{label}</span>
      </div>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.frame}
        aria-label={copy.enlarge(label)}
        onClick={() => setOpen(true)}
      >
        <Picture orderKey={orderKey} file={file} label={label} size="small" />
        <span className={classes.label}>{label}</span>
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="auto"
        title={label}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <Picture orderKey={orderKey} file={file} label={label} size="large" />
        <FileFacts orderKey={orderKey} file={file} />
      </Modal>
    </>
  );
}

function Picture({
  orderKey,
  file,
  label,
  size,
}: FilePictureProps & { file: KeptFile; size: 'small' | 'large' }) {
  const copy = useCopy(orderCopy);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className={classes.empty}>{copy.noPicture}</span>;
  return (
    <img
      className={size === 'small' ? classes.small : classes.large}
      src={fileUrl(orderKey, file.sha256, `/thumbnails/${size}`)}
      alt={label}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}

/** Pixels, resolution, size in print, and the way to the original. */
export function FileFacts({ orderKey, file }: { orderKey: OrderKey; file: KeptFile }) {
  const copy = useCopy(orderCopy);
  const { width, height, dpi, hasAlpha, pages, widthMm, heightMm, mediaType } = file;
  const facts = [
    mediaType,
    width !== undefined && height !== undefined && copy.pixels(width, height),
    dpi !== undefined && copy.dpi(dpi),
    widthMm !== undefined && heightMm !== undefined && copy.millimeters(widthMm, heightMm),
    pages !== undefined && copy.pages(pages),
    hasAlpha && copy.transparent,
  ].filter(Boolean);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm">{facts.join(' · ')}</Text>
      <Anchor href={fileUrl(orderKey, file.sha256)} download size="sm">
        <Icon name="download" size={14} /> {copy.original}
      </Anchor>
    </Group>
  );
}
