// The API page: what the OpenAPI document lists, each to be tried.

import "../shell.js";
import { errorText, openApi } from "../api.js";
import { fill, h, need } from "../dom.js";
import { t, word } from "../words.js";

/** @typedef {{ name: string, in: string, required?: boolean, description?: string, example?: unknown, schema?: any }} Parameter */

const main = need("#main", HTMLElement);
/** How long a WebSocket is listened to. */
const LISTEN_MS = 5000;
const ASKED = '{"type": "analyse", "id": 1, "variant": "7x6c4", "moves": "44444326"}';
const METHODS = ["get", "post", "put", "patch", "delete"];

fill(main, h("h1", {}, "API"), h("p", { class: "muted" }, "Reading the description…"));
try {
  show(await openApi());
} catch (error) {
  fill(main, h("h1", {}, "API"), h("p", { class: "problem", role: "alert" }, errorText(error)));
}

/** @param {any} document_ */
function show(document_) {
  const base = document_.servers?.[0]?.url ?? "";
  const operations = Object.entries(document_.paths ?? {}).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operation(document_, base, path, method, item[method])),
  );
  fill(
    main,
    h("h1", {}, "API"),
    h(
      "p",
      {},
      "Everything the pages do, a program can do. The whole description is the OpenAPI document at ",
      h("a", { href: "/api/v1/openapi.json" }, "/api/v1/openapi.json"),
      ". A refusal is always ",
      h("code", {}, '{"error": {"code", "message", "field"}}'),
      ".",
    ),
    h("div", { class: "operations", role: "group", "aria-label": "Operations, in English" }, ...operations),
  );
}

/**
 * @param {any} document_
 * @param {string} base
 * @param {string} path
 * @param {string} method
 * @param {any} about
 */
function operation(document_, base, path, method, about) {
  const id = about.operationId ?? `${method}${path}`;
  /** @type {Parameter[]} */
  const parameters = (about.parameters ?? []).filter((/** @type {Parameter} */ one) => one.in === "path" || one.in === "query");
  const inputs = parameters.map((parameter) => {
    const example = parameter.example ?? parameter.schema?.example ?? parameter.schema?.default ?? "";
    const input = h("input", { id: `${id}-${parameter.name}`, type: "text", value: example, autocomplete: "off" });
    const words = parameter.description ? ` – ${parameter.description}` : "";
    return { parameter, input, field: h("div", { class: "field" }, h("label", { for: input.id }, parameter.required ? parameter.name : t`${parameter.name} (optional)`, words && h("span", { lang: "en" }, words)), input) };
  });
  const content = about.requestBody?.content?.["application/json"];
  const socket = /WebSocket/.test(`${about.summary} ${about.description}`);
  const body = (content || socket) && h("textarea", { id: `${id}-body`, rows: 6, spellcheck: "false" });
  if (body) body.value = content ? JSON.stringify(example(document_, content), null, 2) : path === "/analysis" ? ASKED : '{"type": "ping", "ref": "1"}';
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const form = h(
    "form",
    {},
    about.description && h("p", { class: "muted", lang: "en" }, ...coded(about.description)),
    socket && h("p", { class: "muted" }, "A WebSocket: it is opened, the message is sent, and what comes back in a few seconds is shown."),
    ...inputs.map(({ field }) => field),
    body && h("div", { class: "field" }, h("label", { for: body.id }, socket ? "Message" : "Body"), body),
    h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, "Send")),
    answer,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let address = base + path;
    const query = new URLSearchParams();
    for (const { parameter, input } of inputs) {
      if (parameter.in === "path") address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
      else if (input.value) query.set(parameter.name, input.value);
    }
    if (query.size) address += `?${query}`;
    if (socket) listen(answer, address, body?.value ?? "");
    else await send(answer, method.toUpperCase(), address, body?.value);
  });
  return h(
    "details",
    { class: "card operation" },
    h("summary", {}, h("span", { class: "method" }, method.toUpperCase()), h("span", { class: "path" }, path), h("span", { class: "muted", lang: "en" }, ...coded(about.summary ?? ""))),
    form,
  );
}

/** Words in backticks as code. @param {string} text */
function coded(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));
}

/**
 * Says one thing over a WebSocket and shows what is answered.
 * @param {HTMLElement} answer
 * @param {string} address
 * @param {string} message
 */
function listen(answer, address, message) {
  const shown = h("pre", { tabindex: 0 });
  fill(answer, h("h3", {}, "Messages"), shown);
  const target = new URL(address, location.href);
  target.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const connection = new WebSocket(target);
  connection.addEventListener("open", () => connection.send(message));
  connection.addEventListener("message", ({ data }) => shown.append(`${data}\n`));
  connection.addEventListener("error", () => shown.append(`${word("The connection was refused.")}\n`));
  setTimeout(() => connection.close(), LISTEN_MS);
}

/**
 * @param {HTMLElement} answer
 * @param {string} method
 * @param {string} address
 * @param {string | undefined} body
 */
async function send(answer, method, address, body) {
  fill(answer, h("p", { class: "muted" }, "Waiting…"));
  const curl = `curl${method === "GET" ? "" : ` -X ${method}`} '${location.origin}${address}'${body ? ` -H 'Content-Type: application/json' -d '${body.replace(/\s*\n\s*/g, " ").replaceAll("'", "'\\''")}'` : ""}`;
  try {
    const response = await fetch(address, { method, body, headers: body ? { "Content-Type": "application/json" } : {} });
    const type = response.headers.get("content-type") ?? "";
    fill(answer, h("h3", {}, `${response.status} ${response.statusText}`), h("pre", { tabindex: 0 }, curl), await shown(response, type));
  } catch (error) {
    fill(answer, h("p", { class: "problem" }, String(error)));
  }
}

/**
 * @param {Response} response
 * @param {string} type
 */
async function shown(response, type) {
  if (type.startsWith("image/")) {
    const image = h("img", { alt: "The picture that was answered", src: URL.createObjectURL(await response.blob()) });
    return image;
  }
  const text = await response.text();
  try {
    return h("pre", { tabindex: 0 }, JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return h("pre", { tabindex: 0 }, text);
  }
}

/**
 * A body to begin with: the document's example, or one made from the schema.
 * @param {any} document_
 * @param {any} content
 */
function example(document_, content) {
  if (content.example) return content.example;
  const named = Object.values(content.examples ?? {})[0];
  return named?.value ?? sample(document_, content.schema ?? {}, 0);
}

/**
 * @param {any} document_
 * @param {any} schema
 * @param {number} depth
 * @returns {unknown}
 */
function sample(document_, schema, depth) {
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (depth > 6) return null;
  if (schema.$ref) return sample(document_, document_.components?.schemas?.[schema.$ref.split("/").pop()] ?? {}, depth + 1);
  const one = schema.oneOf?.find((/** @type {any} */ choice) => choice.type !== "null") ?? schema.anyOf?.[0];
  if (one) return sample(document_, one, depth + 1);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((/** @type {any} */ part) => sample(document_, part, depth + 1)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") {
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties ?? {}).filter(([name, inner]) => required.has(name) || inner.example !== undefined);
    return Object.fromEntries(fields.map(([name, inner]) => [name, sample(document_, inner, depth + 1)]));
  }
  return { array: [], integer: 1, number: 1, boolean: false, string: "" }[/** @type {string} */ (type)] ?? null;
}
