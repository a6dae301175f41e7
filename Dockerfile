# The server with Debian's Chromium, on one Node, without what only builds and tests need.
# docs/operating.md says what it needs of its host: ops/seccomp.json, no capability, a read-only root.
FROM node:22.23.3-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node tools/run.mjs setup && node ops/image/assemble.mjs /image

FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates chromium fonts-liberation tini util-linux \
  && rm -rf /var/lib/apt/lists/* /var/cache/debconf/* /usr/share/doc/* /usr/share/man/* \
  && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin counterfoil \
  && mkdir /data && chown counterfoil:counterfoil /data && chmod 700 /data
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /app
WORKDIR /app
USER counterfoil
ENV HOST=0.0.0.0 PORT=8080 COUNTERFOIL_HOME=/data LOG_FORMAT=json NODE_ENV=production
EXPOSE 8080
# The embedded Postgres and the secrets, for who gives no DATABASE_URL.
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "ops/image/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "--disable-warning=ExperimentalWarning", "apps/counterfoil/src/main.ts"]
CMD ["serve"]
