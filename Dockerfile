# Platen in a container. How it is used, and what was tried of it: docs/deploying.md.
#
#   docker build -t platen .

FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
# With what makes the console's pages; then without it.
RUN npm ci --omit=dev --no-audit \
 && npm prune --omit=dev --no-audit --workspaces=false --include-workspace-root --ignore-scripts \
 && rm -rf console/node_modules \
 && node_modules/.bin/node bin/platen.js --help

# The Node that package-lock.json names is among the packages, so the image has no other.
FROM debian:bookworm-slim
RUN groupadd --gid 10001 platen \
 && useradd --uid 10001 --gid platen --home-dir /data --shell /usr/sbin/nologin platen \
 && install -d -o platen -g platen -m 0700 /data /var/cache/platen
COPY --from=build /app /app
WORKDIR /app
# The database (where there is no DATABASE_URL), files where there is no bucket, pictures, and the encryption key where none is given.
ENV DATA_DIR=/data DEMO=off METRICS_HOST=0.0.0.0 NODE_COMPILE_CACHE=/var/cache/platen PATH=/app/node_modules/.bin:$PATH
VOLUME /data
USER 10001:10001
EXPOSE 8080 9464
# As the first process, so that signals reach it.
ENTRYPOINT ["node", "bin/platen.js"]
CMD ["start"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
