import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What the first process tells one of those that it starts: who it is, and where the embedded database is. */
export interface Assignment {
  kind: 'begin';
  /** From 1. */
  number: number;
  /** Of the embedded PostgreSQL; null: DATABASE_URL names it. */
  database: DatabaseConnection | null;
}

/** What pg's Pool takes. */
export interface DatabaseConnection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** As a registry has them. */
export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** For how much of the time requests are answered, of 1: by the process that says so, or by the others of the one that is told. */
export interface Answering {
  kind: 'answering';
  part: number;
}

/** To one of the processes. */
export type ToProcess = Assignment | { kind: 'measure'; id: number } | Answering;

/** From one of them. */
export type FromProcess = { kind: 'ready' } | { kind: 'measured'; id: number; metrics: Metrics } | Answering;
