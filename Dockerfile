# Turnpike for your own database and chains: `docker build -t turnpike .` (docs/deploying.md). The image holds Node and
# the compiled service. It omits the compiler, which npm keeps because viem's types could use it.

# For a release, name the digest that you have checked, and set RELEASE (docs/deploying.md).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
ARG NODE_IMAGE
ARG RELEASE
WORKDIR /app
RUN case "$RELEASE/$NODE_IMAGE" in \
  /* | *@sha256:*) ;; \
  *) echo "a release needs NODE_IMAGE with its digest: node:24-bookworm-slim@sha256:…" >&2; exit 1 ;; \
  esac
COPY package.json package-lock.json ./
# Install scripts matter only to `turnpike dev`.
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
COPY locales locales
COPY src src
# The guides that the server shows.
COPY openapi.json SECURITY.md CHANGELOG.md ./
COPY docs docs
COPY examples examples
COPY libraries libraries
COPY integrations integrations
RUN npm run build
RUN node scripts/sbom.js --without typescript@,@typescript/ > sbom.cdx.json
RUN npm ci --omit=dev --ignore-scripts
RUN rm -rf node_modules/typescript node_modules/@typescript

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4020
WORKDIR /app
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
EXPOSE 4020
# Node runs as process 1: it handles SIGTERM and starts no child processes, so it needs no init.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--role", "all"]
