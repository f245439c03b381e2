import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { openRegistry } from '../src/operations/metrics/watch-service.ts';
import { securityHeaders } from '../src/platform/http/common-headers.ts';
import { SETTINGS } from '../src/platform/settings/settings.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** Variables of Node, of other programs and of the shell. */
const FOREIGN = /^(NODE_\w+|POSTGRES_\w+|ROOT_\w+|KEY|SECRET|PATH)$/;

interface Compose {
  services: Record<string, { environment?: Record<string, string>; depends_on?: object; volumes?: string[] }>;
  volumes: Record<string, unknown>;
}

function assertSettings(names: Iterable<string>, file: string): void {
  for (const name of names)
    assert.ok(name in SETTINGS || FOREIGN.test(name), `${file} sets ${name}, which is no setting`);
}

test('compose.yaml, the image and the systemd unit set only existing settings', () => {
  const { services, volumes } = parseYaml(read('compose.yaml')) as Compose;
  assert.deepEqual(Object.keys(services), ['platen', 'jobs', 'postgres', 's3', 's3-bucket']);
  for (const { environment = {}, depends_on = [], volumes: mounts = [] } of Object.values(services)) {
    assertSettings(Object.keys(environment), 'compose.yaml');
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const name of needed) assert.ok(name in services, `${name} is no service`);
    for (const mount of mounts) assert.ok(mount.split(':')[0]! in volumes, `${mount} is no volume`);
  }
  const [, set = ''] = /^ENV (.*)$/m.exec(read('Dockerfile')) ?? [];
  assertSettings(
    [...set.matchAll(/(\w+)=/g)].map(([, name]) => name!),
    'Dockerfile',
  );
  const unit = [...read('deploy/systemd/platen.service').matchAll(/^Environment=(.*)$/gm)];
  assertSettings(
    unit.flatMap(([, line = '']) => line.split(' ').map((pair) => pair.split('=')[0]!)),
    'platen.service',
  );
});

test('the Kubernetes manifests refer to each other and set only existing settings', () => {
  const folder = 'deploy/kubernetes';
  const kustomization = parseYaml(read(`${folder}/kustomization.yaml`)) as {
    resources: string[];
    configMapGenerator: { name: string; literals: string[] }[];
  };
  const { resources, configMapGenerator } = kustomization;
  for (const resource of resources) assert.ok(existsSync(join(ROOT, folder, resource)), resource);
  assertSettings(
    configMapGenerator.flatMap(({ literals }) => literals.map((pair) => pair.split('=')[0]!)),
    'kustomization.yaml',
  );
  const service = parseYaml(read(`${folder}/service.yaml`)) as { spec: { selector: Labels } };
  for (const part of ['api', 'jobs']) {
    const [deployment = '', budget = ''] = read(`${folder}/${part}.yaml`).split('\n---\n');
    const { spec } = parseYaml(deployment) as { spec: { selector: Selector; template: Template } };
    const { metadata, spec: pod } = spec.template;
    const [container] = pod.containers;
    assert.equal(container!.securityContext.readOnlyRootFilesystem, true);
    assert.deepEqual(container!.args, ['start', '--only', part]);
    assertSettings(
      container!.env.map(({ name }) => name),
      part,
    );
    const named = container!.envFrom.map(({ configMapRef }) => configMapRef?.name).filter(Boolean);
    assert.deepEqual(
      named,
      configMapGenerator.map(({ name }) => name),
    );
    const mounted = container!.volumeMounts.map(({ name }) => name);
    assert.deepEqual(
      mounted,
      pod.volumes.map(({ name }) => name),
    );
    const ports = container!.ports.map(({ name }) => name);
    const probes = [container!.startupProbe, container!.readinessProbe, container!.livenessProbe];
    for (const { httpGet } of probes) assert.ok(ports.includes(httpGet.port), httpGet.port);
    assert.deepEqual(spec.selector.matchLabels, metadata.labels);
    const { spec: disruption } = parseYaml(budget) as { spec: { selector: Selector } };
    assert.deepEqual(disruption.selector.matchLabels, metadata.labels);
    // Background processes serve no requests.
    assert.equal(isDeepStrictEqual(service.spec.selector, metadata.labels), part === 'api');
  }
  const { spec: job } = parseYaml(read(`${folder}/migrate/job.yaml`)) as { spec: { template: Template } };
  assert.deepEqual(job.template.spec.containers[0]!.args, ['migrate']);
});

test('the gateway leads to the service, and network policies cover every pod', () => {
  const resources = ['ingress', 'network-policy', 'service'].flatMap((name) =>
    read(`deploy/kubernetes/${name}.yaml`)
      .split('\n---\n')
      .map((text) => parseYaml(text) as Resource),
  );
  const ofKind = (kind: string) => resources.filter((one) => one.kind === kind);
  assert.deepEqual(ofKind('Ingress'), [], 'ingress-nginx is retired');
  const [gateway] = ofKind('Gateway');
  const [service] = ofKind('Service');
  const routes = ofKind('HTTPRoute');
  assert.equal(routes.length, 2);
  for (const { spec } of routes) {
    for (const { name, sectionName } of spec.parentRefs!) {
      assert.equal(name, gateway!.metadata.name);
      assert.ok(gateway!.spec.listeners!.some((listener) => listener.name === sectionName));
    }
  }
  const backends = routes.flatMap(({ spec }) => spec.rules!.flatMap(({ backendRefs = [] }) => backendRefs));
  assert.deepEqual(backends, [{ name: service!.metadata.name, port: service!.spec.ports![0]!.port }]);
  const pods = ['api.yaml', 'jobs.yaml', 'migrate/job.yaml'].map((file) => {
    const { spec } = parseYaml(read(`deploy/kubernetes/${file}`).split('\n---\n')[0]!) as {
      spec: { template: Template };
    };
    return spec.template;
  });
  for (const direction of ['ingress', 'egress'] as const)
    for (const { metadata } of pods) {
      const covering = ofKind('NetworkPolicy').filter(
        ({ spec }) =>
          spec[direction] &&
          Object.entries(spec.podSelector!.matchLabels).every(([key, value]) => metadata.labels[key] === value),
      );
      assert.ok(covering.length > 0, `${direction} of ${JSON.stringify(metadata.labels)}`);
    }
  for (const { spec } of ofKind('NetworkPolicy'))
    for (const { from } of spec.ingress ?? []) assert.ok(from!.length > 0, 'a rule without "from" admits everybody');
});

test('samples trust only small networks of proxies', () => {
  const samples = ['deploy/kubernetes/kustomization.yaml', 'docs/proxies.md', 'docs/deploying.md'];
  const trusted = samples.flatMap((file) => [...read(file).matchAll(/TRUSTED_PROXIES=([\w.:,/]+)/g)]);
  assert.ok(trusted.length >= 4);
  for (const [, list = ''] of trusted)
    for (const entry of list.split(',')) {
      const [, bits] = entry.split('/');
      assert.ok(bits === undefined || Number(bits) >= 24, entry);
    }
});

const LEAKS = [
  // A variable before a command.
  /(?:^|[\s;(])(?:DATABASE_URL|\w*(?:SECRET|PASSWORD|KEY))=(?![%$])\S+ +[a-z]/m,
  // Arguments, which the system shows to every user.
  /\benv \$\(|--from-literal|--setenv=\w*(?:SECRET|KEY|URL)|-d ['"]?[^'"\n]*secret|argv\[1\]/,
];

test('no command of a guide puts a secret into the list of processes, the history of a shell or a log', () => {
  const folder = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'decisions.md');
  const guides = ['README.md', 'client/README.md', ...folder.map((name) => `docs/${name}`)];
  for (const guide of guides) {
    const text = read(guide);
    const blocks = [...text.matchAll(/^ *```\n(.+?)^ *```$/gms)].map(([, block = '']) => block);
    const commands = [...blocks, ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
    for (const command of commands) for (const leak of LEAKS) assert.doesNotMatch(command, leak, guide);
  }
});

test('the guide to proxies names the samples for nginx and Caddy', () => {
  const guide = read('docs/proxies.md');
  for (const file of ['deploy/nginx/platen.conf', 'deploy/caddy/Caddyfile'])
    assert.ok(read(file).length > 0 && guide.includes(`\`${file}\``), file);
});

test('nginx and Caddy send the same Strict-Transport-Security header as Platen, also on their own answers', () => {
  const { 'strict-transport-security': sent } = securityHeaders('https://platen.test');
  const field = `Strict-Transport-Security "${sent}"`;
  const nginx = read('deploy/nginx/platen.conf');
  const caddy = read('deploy/caddy/Caddyfile');
  // A block in nginx inherits add_header only if it sets none itself.
  const blocks = nginx.split('location ').filter((block) => block.includes('add_header'));
  assert.equal(blocks.length, 3);
  for (const block of blocks) assert.ok(block.includes(`add_header ${field} always;`), block);
  assert.equal(caddy.split(field).length - 1, 2);
});

type Labels = Record<string, string>;

/** The fields of all kinds of resources that the tests read. */
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    parentRefs?: { name: string; sectionName: string }[];
    listeners?: { name: string }[];
    rules?: { backendRefs?: object[] }[];
    ports?: { port: number }[];
    podSelector?: Selector;
    ingress?: { from?: object[] }[];
    egress?: object[];
  };
}

interface Selector {
  matchLabels: Labels;
}

interface Template {
  metadata: { labels: Labels };
  spec: Pod;
}

interface Probe {
  httpGet: { port: string };
}

interface Pod {
  containers: {
    args: string[];
    env: { name: string }[];
    ports: { name: string }[];
    startupProbe: Probe;
    readinessProbe: Probe;
    livenessProbe: Probe;
    envFrom: { configMapRef?: { name: string } }[];
    securityContext: { readOnlyRootFilesystem: boolean };
    volumeMounts: { name: string }[];
  }[];
  volumes: { name: string }[];
}

test('the dashboard uses existing metrics with existing labels', () => {
  const registry = openRegistry();
  const { panels } = JSON.parse(read('deploy/grafana/platen-dashboard.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(asked.length > 25);
  const documented = read('docs/monitoring.md');
  for (const expr of asked) {
    for (const [name] of expr.matchAll(/\b(?:platen|http|nodejs|process)_\w+/g)) {
      const metric = name.replace(/_(bucket|count|sum)$/, '');
      const isKnown = documented.includes(`\`${metric}\``) || registry.getSingleMetric(metric);
      assert.ok(isKnown || registry.getSingleMetric(name), `${name} is no metric`);
    }
  }
});

test('the image leaves out only files that no server reads', () => {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  for (const needed of ['src', 'migrations', 'docs', 'client', 'console/src', 'bin', 'openapi.json'])
    assert.ok(!ignored.includes(needed), `${needed} is left out`);
});
