import { Table } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { ListedArticle } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { NothingFound } from './nothing-found.tsx';

interface ArticlesTableProps {
  articles: ListedArticle[];
  /** What was searched for. */
  q: string | undefined;
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
  onClear: () => void;
}

export function ArticlesTable({ articles, q, isOld, onClear }: ArticlesTableProps) {
  const copy = useCopy(catalogueCopy);
  const { count } = useFormats();
  if (articles.length === 0) return <NothingFound q={q} onClear={onClear} />;
  return (
    <Table opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.columns.article}</Table.Th>
          <Table.Th w="60%">{copy.columns.title}</Table.Th>
          <Table.Th ta="right">{copy.columns.variants}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {articles.map(({ manufacturerCode, title, variants }) => (
          <Table.Tr key={manufacturerCode} data-article={manufacturerCode}>
            <Table.Td>
              <AnchorLink
                to="/catalogue/articles/$manufacturerCode"
                params={{ manufacturerCode }}
                className={tableText.code}
                ff="monospace"
                size="sm"
              >
                {manufacturerCode}
              </AnchorLink>
            </Table.Td>
            <Table.Td>
              <span className={tableText.name} title={title}>
                {title}
              </span>
            </Table.Td>
            <Table.Td ta="right">{count(variants)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
