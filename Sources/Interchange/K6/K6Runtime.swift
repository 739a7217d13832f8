/// The constant part of a script for k6, which sends the requests and evaluates the checks.
enum K6Runtime {
  /// The supported first steps of paths.
  static let roots: Set = ["status", "statusCode", "statusText", "responseTime", "url", "headers", "body", "data"]
  /// The supported dynamic values, without `$`.
  static let dynamicNames: Set = [
    "uuid", "guid", "randomUUID", "timestamp", "isoTimestamp", "randomInt", "randomBoolean",
  ]

  static let text = sending + "\n" + judging

  private static let sending = #"""
    const rows = new SharedArray("rows", () => (__ENV.DATA ? parsedRows(open(__ENV.DATA)) : [{}]));

    // One iteration: each request once, in order, with the row of the data and what the answers have set.
    export default function () {
      const row = rows[exec.scenario.iterationInTest % rows.length];
      const state = { values: Object.assign({}, row), answers: {} };
      for (const request of requests) {
        if (!state.answers[request.name]) send(request, state);
      }
    }

    function send(request, state) {
      const fill = (text) => filled(text, request, state, 0);
      const params = { headers: {}, tags: { name: request.name }, redirects: request.redirects };
      for (const [name, value] of request.headers || []) params.headers[fill(name)] = fill(value);
      if (request.timeout) params.timeout = request.timeout;
      let url = address(fill(request.url));
      if (request.basic) {
        params.headers.Authorization = "Basic " + encoding.b64encode(request.basic.map(fill).join(":"));
      }
      if (request.digest) {
        params.auth = "digest";
        url = url.replace("://", "://" + request.digest.map((part) => encodeURIComponent(fill(part))).join(":") + "@");
      }
      const response = http.request(request.method, url, body(request, fill), params);
      state.answers[request.name] = response;
      const isAnswered = response.status > 0;
      const results = {};
      for (const [title, path, operation, operand] of request.checks || []) {
        const isMet = isAnswered && holds(found(response, path), operation, fill(operand));
        results[title] = () => isMet;
      }
      if (request.checks) check(response, results, { name: request.name });
      for (const [variable, path] of request.captures || []) {
        const value = isAnswered ? found(response, path) : undefined;
        if (value !== undefined) state.values[variable] = textOf(value);
      }
      return response;
    }

    function body(request, fill) {
      if (request.body !== undefined) return fill(request.body);
      if (request.file) return request.file;
      if (request.form) {
        return request.form.map(([name, value]) => formText(fill(name)) + "=" + formText(fill(value))).join("&");
      }
      if (request.graphql) {
        const [query, variables, operation] = request.graphql.map(fill);
        const name = operation ? ',"operationName":' + JSON.stringify(operation) : "";
        const values = variables.trim() ? ',"variables":' + variables.trim() : "";
        return '{"query":' + JSON.stringify(query) + name + values + "}";
      }
      if (!request.parts) return null;
      const parts = {};
      for (const [name, content, file, type] of request.parts) {
        const filled = typeof content === "string" ? fill(content) : content;
        parts[fill(name)] = http.file(filled, file || "", type || "");
      }
      return parts;
    }

    const formText = (text) =>
      encodeURIComponent(text).replace(/%20/g, "+").replace(/[!'()~]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());

    // Encodes characters that are invalid in a URL, and keeps existing escapes.
    const address = (url) =>
      encodeURI(url)
        .replace(/%25(?=[0-9A-Fa-f]{2})/g, "%")
        .replace(/^[a-z]+:\/\/[^/?#]*/i, (host) => host.replace(/%5B/g, "[").replace(/%5D/g, "]"));

    function filled(text, request, state, depth) {
      return text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner) => {
        const name = inner.trim();
        const own = (values) => values !== undefined && Object.prototype.hasOwnProperty.call(values, name);
        if (own(state.values)) return state.values[name];
        let value;
        if (name.includes("|")) return answerPart(name, request, state);
        if (name.startsWith("$")) value = dynamicValue(name.slice(1).split(/\s+/));
        else if (name.startsWith("process.env.")) value = __ENV[name.slice(12)];
        else value = (own(request.variables) ? request.variables[name] : own(variables) ? variables[name] : "") || __ENV[name];
        if (value === undefined && (own(request.variables) || own(variables))) value = "";
        if (value === undefined || depth > 20) {
          throw new Error(`${request.name}: {{${name}}} has no value; give it with k6 run -e ${name}=…`);
        }
        return filled(value, request, state, depth + 1);
      });
    }

    // {{users/login | $.token}}: the request is sent first if it has no answer yet.
    function answerPart(name, request, state) {
      const [id, part] = name.split("|").map((text) => text.trim());
      const key = (text) => text.toLowerCase().split(/[^\p{L}\p{N}/]+/u).filter((word) => word).join("-");
      const other = requests.find((known) => key(known.name) === key(id));
      if (!other || other === request) throw new Error(`${request.name}: there is no answer for {{${name}}}`);
      const response = state.answers[other.name] || send(other, state);
      if (part === "status") return String(response.status);
      if (part.startsWith("header ")) return textOf(found(response, ["headers", part.slice(7).trim()]));
      const steps = (part.slice(1).match(/[^.[\]'"]+/g) || []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      const value = found(response, ["body"].concat(steps));
      if (value === undefined) throw new Error(`${request.name}: the answer has nothing for {{${name}}}`);
      return textOf(value);
    }

    function dynamicValue([name, low, high]) {
      const random = (count) => Math.floor(Math.random() * count);
      switch (name) {
        case "uuid": case "guid": case "randomUUID":
          return "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx".replace(/[xy]/g, (sign) =>
            (sign === "x" ? random(16) : 8 + random(4)).toString(16));
        case "timestamp": return String(Math.floor(Date.now() / 1000));
        case "isoTimestamp": return new Date().toISOString();
        case "randomInt": return String(Number(low || 0) + random(Number(high || 1000) - Number(low || 0) + 1));
        case "randomBoolean": return random(2) === 0 ? "false" : "true";
        default: return undefined;
      }
    }

    function found(response, [root, ...rest]) {
      switch (root) {
        case "status": case "statusCode": return rest.length ? undefined : response.status;
        case "statusText": return (response.status_text || "").replace(/^\d+ ?/, "");
        case "responseTime": return rest.length ? undefined : Math.round(response.timings.duration);
        case "url": return response.url;
        case "headers": {
          const name = Object.keys(response.headers).find((name) => name.toLowerCase() === String(rest[0]).toLowerCase());
          return name === undefined ? undefined : followed(rest.slice(1), response.headers[name]);
        }
        default: return followed(rest, content(response));
      }
    }

    function content(response) {
      try { return JSON.parse(response.body); } catch (error) { return response.body === null ? "" : response.body; }
    }

    function followed(steps, value) {
      for (const step of steps) {
        if (value === null || value === undefined) return undefined;
        if (Array.isArray(value)) value = typeof step === "number" || step === "length" ? value[step] : undefined;
        else if (typeof value === "string") value = step === "length" ? value.length : undefined;
        else value = Object.prototype.hasOwnProperty.call(value, step) ? value[step] : undefined;
      }
      return value;
    }

    function parsedRows(text) {
      text = text.replace(/^\uFEFF/, "");
      if (/^\s*[[{]/.test(text)) {
        return [].concat(JSON.parse(text)).map((row) =>
          Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(value)])));
      }
      const records = [];
      let [record, field, isQuoted] = [[], "", false];
      const end = () => {
        if (record.length || field) records.push(record.concat([field]));
        [record, field] = [[], ""];
      };
      for (let index = 0; index < text.length; index++) {
        const sign = text[index];
        if (isQuoted && sign === '"' && text[index + 1] === '"') { field += sign; index++; }
        else if (isQuoted) { if (sign === '"') isQuoted = false; else field += sign; }
        else if (sign === '"' && field === "") isQuoted = true;
        else if (sign === ",") { record.push(field); field = ""; }
        else if (sign === "\n" || sign === "\r") end();
        else field += sign;
      }
      end();
      const names = (records.shift() || []).map((name) => name.trim());
      return records.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])));
    }
    """#
}

extension K6Runtime {
  /// The operators of assertions, with the same semantics as in Apus (`CheckOperator`).
  static let judging = #"""
    const textOf = (value) => (typeof value === "string" ? value : value === undefined ? "undefined" : JSON.stringify(value));

    function operandOf(text) {
      text = text.trim();
      const words = { true: true, false: false, null: null, undefined: undefined };
      if (Object.prototype.hasOwnProperty.call(words, text)) return words[text];
      if (text.length > 1 && text[0] === text[text.length - 1] && "'\"`".includes(text[0])) return text.slice(1, -1);
      return /^-?[\d.]/.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    }

    const listOf = (text) => text.trim().replace(/^\[(.*)\]$/s, "$1").split(",").map(operandOf);
    const numberOf = (value) => (typeof value === "number" ? value : typeof value === "string" && value ? Number(value) : NaN);

    function equal(value, other) {
      if (typeof value === "string" && typeof other === "number") return Number(value) === other && value !== "";
      return JSON.stringify(value) === JSON.stringify(other);
    }

    function sizeOf(value) {
      if (typeof value === "string" || Array.isArray(value)) return value.length;
      return value !== null && typeof value === "object" ? Object.keys(value).length : undefined;
    }

    function contains(value, part) {
      if (typeof value === "string") return value.includes(textOf(part));
      if (Array.isArray(value)) return value.some((item) => equal(item, part));
      return value !== null && typeof value === "object" && Object.prototype.hasOwnProperty.call(value, textOf(part));
    }

    function matches(value, text) {
      if (value === undefined) return false;
      const pattern = text.trim().replace(/^\/(.+)\/$/s, "$1");
      const ignores = pattern.startsWith("(?i)");
      return new RegExp(ignores ? pattern.slice(4) : pattern, ignores ? "i" : "").test(textOf(value));
    }

    function holds(value, operation, text) {
      const operand = operandOf(text);
      const isText = typeof value === "string";
      switch (operation) {
        case "eq": return equal(value, operand);
        case "neq": return !equal(value, operand);
        case "gt": return numberOf(value) > numberOf(operand);
        case "gte": return numberOf(value) >= numberOf(operand);
        case "lt": return numberOf(value) < numberOf(operand);
        case "lte": return numberOf(value) <= numberOf(operand);
        case "in": return listOf(text).some((item) => equal(value, item));
        case "notIn": return !listOf(text).some((item) => equal(value, item));
        case "contains": return contains(value, operand);
        case "notContains": return !contains(value, operand);
        case "length": return sizeOf(value) === operand;
        case "matches": return matches(value, text);
        case "notMatches": return !matches(value, text);
        case "startsWith": return isText && value.startsWith(textOf(operand));
        case "endsWith": return isText && value.endsWith(textOf(operand));
        case "between": {
          const [low, high] = listOf(text).map(numberOf);
          return numberOf(value) >= low && numberOf(value) <= high;
        }
        case "isEmpty": return value === null || sizeOf(value) === 0;
        case "isNotEmpty": return sizeOf(value) > 0;
        case "isNull": return value === null;
        case "isUndefined": return value === undefined;
        case "isDefined": return value !== undefined;
        case "isTruthy": return Boolean(value);
        case "isFalsy": return !value;
        case "isNumber": return typeof value === "number";
        case "isString": return isText;
        case "isBoolean": return typeof value === "boolean";
        case "isArray": return Array.isArray(value);
        case "isJson": return value !== null && typeof value === "object";
        default: return false;
      }
    }

    """#
}
