// A client on the types that openapi-typescript makes of the schema: an evening of four pairs, from its creation to
// its first round in play, with one deal entered and the standings of the moment. The arguments are the address,
// the club and the token; it prints the points of the first table.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

type Entry = components["schemas"]["NewEntryBodyRequest"];
type Round = components["schemas"]["Round"];
type Deal = components["schemas"]["WrittenDealByTotalsRequest"];

const [address, slug, token] = Deno.args;
const headers = { Authorization: `Token ${token}` };
const api = createClient<paths>({ baseUrl: address, headers });

/** The answer, or an error with the problem's code. */
function told<Answer>(
  { data, error }: { data?: Answer; error?: { code?: string } },
): Answer {
  if (data === undefined) throw new Error(error?.code ?? "no answer");
  return data;
}

const names = [["Bianchi Anna", "Ferri Ugo"], ["Gatti Ada", "Landi Aldo"], [
  "Monti Rita",
  "Nanni Ezio",
], [
  "Orsi Pia",
  "Riva Leo",
]];
const entries: Entry[] = names.map((pair) => ({
  players: pair.map((name) => {
    const [last_name, first_name] = name.split(" ");
    return { last_name, first_name };
  }),
  present: true,
}));

const made = told(
  await api.POST("/api/v1/clubs/{slug}/tournaments/", {
    params: { path: { slug } },
    body: { name: "Torneo in TypeScript", date: "2027-05-07", turns: 2 },
  }),
);
const path = { code: made.code };
told(
  await api.POST("/api/v1/tournaments/{code}/entries/bulk/", {
    params: { path },
    body: { entries },
  }),
);
const present = told(
  await api.GET("/api/v1/tournaments/{code}/entries/", {
    params: { path, query: { present: true } },
  }),
);
if (present.length !== names.length) {
  throw new Error(`${present.length} present`);
}
told(
  await api.POST("/api/v1/tournaments/{code}/rounds/", {
    params: { path },
    body: { seed: 1 },
  }),
);
const turn = { ...path, turn: 1 };
told(
  await api.POST("/api/v1/tournaments/{code}/rounds/{turn}/publish/", {
    params: { path: turn },
    body: {},
  }),
);
const round: Round = told(
  await api.POST("/api/v1/tournaments/{code}/rounds/{turn}/play/", {
    params: { path: turn },
    body: {},
  }),
);

const deal: Deal = {
  way: "totals",
  entered: {
    last_trick: "A",
    A: { total: 194, declared: 0 },
    B: { total: 106, declared: 0 },
  },
  based_on: 0,
};
const at = { ...turn, table: round.tables[0].table, number: 1 };
told(
  await api.PUT(
    "/api/v1/tournaments/{code}/rounds/{turn}/tables/{table}/deals/{number}/",
    {
      params: { path: at },
      body: deal,
    },
  ),
);
const results = told(
  await api.GET("/api/v1/tournaments/{code}/results/", { params: { path } }),
);
const table = results.round?.tables[0];
console.log(`${table?.points["A"]} ${table?.points["B"]}`);
