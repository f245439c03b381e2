/** One thing that the service needs, and whether it is well; tells nothing of customers and of the machine. */
export interface HealthCheck {
  name: 'backups' | 'database' | 'disk' | 'intake' | 'jobs' | 'keys' | 'webhooks';
  status: 'ok' | 'degraded';
  /** What is the matter, for whoever looks after the service. */
  message?: string;
}
