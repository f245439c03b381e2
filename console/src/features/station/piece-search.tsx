import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import classes from './piece-search.module.css';
import { FOUND_MAX, type FoundPiece, foundPiecesQuery, type PieceSearch } from './station-api.ts';
import { piecesCopy } from './station-copy.ts';

const FIELDS = ['sku', 'color', 'size'] as const;

interface PieceSearchProps {
  /** The search parameters of the address. */
  search: PieceSearch;
  onFound: (code: string) => void;
}

/** Searches pieces in production whose ticket is lost. */
export function PieceSearchPart({ search, onFound }: PieceSearchProps) {
  const copy = useCopy(piecesCopy);
  const navigate = useNavigate();
  const [fields, setFields] = useState(search);
  const isAsked = FIELDS.some((field) => search[field] !== undefined);
  const { data, error, refetch } = useQuery({ ...foundPiecesQuery(search), enabled: isAsked });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = FIELDS.flatMap((field) => {
      const text = fields[field]?.trim();
      return text ? [[field, text]] : [];
    });
    void navigate({ to: '/station/find', search: Object.fromEntries(values), replace: true });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  return (
    <section className={classes.search} aria-label={copy.withoutTicket}>
      <h2 className={classes.title}>{copy.withoutTicket}</h2>
      <form className={classes.fields} onSubmit={submit}>
        {FIELDS.map((field) => (
          <TextInput
            key={field}
            size="lg"
            label={copy.searchFields[field]}
            data-takes-scans
            autoComplete="off"
            spellCheck={false}
            value={fields[field] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setFields((before) => ({ ...before, [field]: value }));
            }}
          />
        ))}
        <Button size="lg" type="submit" leftSection={<Icon name="search" />}>
          {copy.search}
        </Button>
      </form>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {isAsked && data && (
        <>
          <p role="status">{data.length < FOUND_MAX ? copy.foundPieces(data.length) : copy.foundMore(FOUND_MAX)}</p>
          <ul className={classes.found}>
            {data.map((piece) => (
              <li key={piece.code}>
                <Found piece={piece} onFound={onFound} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Found({ piece, onFound }: { piece: FoundPiece; onFound: (code: string) => void }) {
  const copy = useCopy(piecesCopy);
  const { article, artwork, qualityControl, code, clientName, orderId } = piece;
  const picture = (qualityControl ?? artwork)?.thumbnail;
  return (
    <button type="button" className={classes.piece} onClick={() => onFound(code)}>
      {picture ? <img src={SERVER_URL + picture} alt="" /> : <Icon name="image" size={48} />}
      <span>
        <strong>{article ? `${article.color} ${article.size}` : piece.sku}</strong>
        <span>{article?.title}</span>
        {clientName !== undefined && (
          <span>
            {clientName} {orderId}
          </span>
        )}
        <span>{copy.states[piece.state]}</span>
        <code>{code}</code>
      </span>
    </button>
  );
}
