/** What a user would otherwise write in an hour: a reach by its code from PostGIS, as GeoJSON, behind a plain Fastify handler. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2] });
const app = Fastify();
const query = { name: 'reach', text: 'SELECT ST_AsGeoJSON(reach) AS feature FROM reach WHERE code = $1' };

app.get<{ Params: { code: string } }>('/reaches/:code', async (request, reply) => {
  const { rows } = await pool.query<{ feature: string }>({ ...query, values: [request.params.code] });
  const found = rows[0];
  if (found === undefined) return reply.code(404).send({ error: 'not found' });
  return reply.type('application/geo+json; charset=utf-8').send(found.feature);
});

await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
