import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Everything this process counts, in Prometheus form. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry, prefix: 'yarrow_' });

export const httpDuration = new Histogram({
  name: 'yarrow_http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

export const messagesCounter = new Counter({
  name: 'yarrow_messages_total',
  help: 'Messages by channel and outcome',
  labelNames: ['channel', 'outcome'],
  registers: [registry],
});

export const liveConnections = new Gauge({
  name: 'yarrow_live_connections',
  help: 'Browsers listening for changes',
  registers: [registry],
});
