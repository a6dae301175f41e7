# The server with Debian's Chromium, on one Node, without what only builds and tests need.
# docs/operating.md says what it needs of its host: ops/seccomp.json, no capability, a read-only root.
FROM node:22.23.3-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN node tools/run.mjs setup && node tools/run.mjs docs && node ops/image/assemble.mjs /image/app \
  && cp tools/node/node_modules/*/bin/node /image/node

# Without the symbols that only a debugger reads.
FROM debian:bookworm-slim AS stripped
RUN apt-get update && apt-get install -y --no-install-recommends binutils
COPY --from=build /image/node /node
RUN strip /node

FROM debian:bookworm-slim
COPY ops/image/dpkg-lean.cfg /etc/dpkg/dpkg.cfg.d/lean
# dbus-x11 is asked for in place of a whole systemd, which would come along. ICU is left out again: Chromium has its own, and
# what is linked with the system's is only started while packages are set up.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates chromium dbus-x11 fonts-liberation tini util-linux \
  && apt-get clean \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/* /usr/share/icons /usr/share/mime \
    /usr/lib/*/libicu*.so.* \
  && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin counterfoil \
  && mkdir /data && chown counterfoil:counterfoil /data && chmod 700 /data
COPY --from=stripped /node /usr/local/bin/node
COPY --from=build /image/app /app
WORKDIR /app
USER counterfoil
ENV HOST=0.0.0.0 PORT=8080 COUNTERFOIL_HOME=/data LOG_FORMAT=json NODE_ENV=production
EXPOSE 8080
# Where backups and exports are written. The database is elsewhere: DATABASE_URL.
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "ops/image/healthcheck.mjs"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "node", "--disable-warning=ExperimentalWarning", "apps/counterfoil/src/main.ts"]
CMD ["serve"]
