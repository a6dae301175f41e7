# The server with Debian's Chromium, on the pinned Node.
FROM node:22.23.3-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node tools/run.mjs setup

FROM node:22.23.3-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium fonts-liberation ca-certificates tini util-linux \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app /app
RUN useradd --create-home --uid 10001 counterfoil && mkdir -p /data && chown counterfoil /data
USER counterfoil
ENV HOST=0.0.0.0 PORT=8080 COUNTERFOIL_HOME=/data LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/counterfoil/src/main.ts", "serve"]
