extension ScriptLibrary {
  /// xml2js: XML to objects (`parseString`, `Parser`) and back (`Builder`).
  static let xmlObjectsModule = #"""
    const entities = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
    // Sticky, so that the text is never cut.
    const nameText = /[A-Za-z_:\u00c0-\uffff][\w:.\-\u00b7\u00c0-\uffff]*/y;
    const spaceText = /\s*/y;

    // Reads the text and calls `on.open(name, attributes)`, `on.text(text, isCDATA)` and `on.close(name)`.
    function readXML(source, on) {
      let at = 0;
      const open = [];
      let hadRoot = false;
      function fail(message, place = at) {
        const lines = source.slice(0, place).split("\n");
        throw new Error(`${message}\nLine: ${lines.length - 1}\nColumn: ${lines[lines.length - 1].length + 1}`
          + `\nChar: ${source[place] ?? ""}`);
      }
      const decoded = (text, place) => !text.includes("&") ? text
        : text.replace(/&([^;&\s]*)(;?)/g, (whole, name, end, offset) => {
        const known = Object.hasOwn(entities, name) ? entities[name] : undefined;
        const digits = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name);
        if (end && digits) { return String.fromCodePoint(digits[1] ? parseInt(digits[1], 16) : Number(digits[2])); }
        if (!end || known === undefined) { fail("Invalid character entity", place + offset + whole.length - 1); }
        return known;
      });
      function until(end, message) {
        const stop = source.indexOf(end, at);
        if (stop < 0) { fail(message, source.length); }
        const text = source.slice(at, stop);
        at = stop + end.length;
        return text;
      }
      function skipSpace() {
        spaceText.lastIndex = at;
        at += spaceText.exec(source)[0].length;
      }
      function name(message) {
        nameText.lastIndex = at;
        const found = nameText.exec(source)?.[0];
        if (!found) { fail(message); }
        at += found.length;
        return found;
      }
      function attributes() {
        const values = {};
        for (;;) {
          skipSpace();
          if (source[at] === ">" || source[at] === "/" || at >= source.length) { return values; }
          const key = name("Invalid attribute name");
          skipSpace();
          if (source[at] !== "=") { fail("Attribute without value"); }
          at++;
          skipSpace();
          const quote = source[at];
          if (quote !== '"' && quote !== "'") { fail("Unquoted attribute value"); }
          const start = ++at;
          const value = decoded(until(quote, "Unclosed root tag"), start);
          if (!Object.hasOwn(values, key)) { values[key] = value; }
        }
      }
      while (at < source.length) {
        if (source[at] !== "<") {
          const stop = source.indexOf("<", at);
          const text = source.slice(at, stop < 0 ? source.length : stop);
          if (open.length === 0) {
            const place = at + Math.max(0, text.search(/[^\s\ufeff]/));
            if (/[^\s\ufeff]/.test(text)) {
              fail(hadRoot ? "Text data outside of root node." : "Non-whitespace before first tag.", place);
            }
          } else { on.text(decoded(text, at), false); }
          at += text.length;
        } else if (source.startsWith("<!--", at)) {
          at += 4;
          until("-->", "Unclosed comment");
        } else if (source.startsWith("<![CDATA[", at)) {
          at += 9;
          on.text(until("]]>", "Unclosed CDATA"), true);
        } else if (source.startsWith("<?", at)) {
          at += 2;
          until("?>", "Unclosed processing instruction");
        } else if (source.startsWith("<!", at)) {
          const inner = /^<![^[>]*(?:\[[^\]]*\]\s*)?>/.exec(source.slice(at))?.[0];
          if (!inner) { fail("Inappropriately located doctype declaration"); }
          at += inner.length;
        } else if (source.startsWith("</", at)) {
          at += 2;
          const closed = name("Invalid tagname in closing tag");
          skipSpace();
          if (source[at] !== ">") { fail("Invalid characters in closing tag"); }
          if (open.pop() !== closed) { fail("Unexpected close tag"); }
          at++;
          on.close(closed);
        } else {
          at++;
          const opened = name("Unencoded <");
          if (hadRoot && open.length === 0) { fail("Text data outside of root node."); }
          const values = attributes();
          const isEmpty = source[at] === "/";
          if (isEmpty) { at++; }
          if (source[at] !== ">") {
            fail(isEmpty ? "Forward-slash in opening tag not followed by >" : "Unclosed root tag");
          }
          at++;
          hadRoot = true;
          on.open(opened, values);
          if (isEmpty) { on.close(opened); } else { open.push(opened); }
        }
      }
      if (open.length > 0) { fail("Unclosed root tag"); }
    }

    const defaults = {
      attrkey: "$", charkey: "_", explicitCharkey: false, trim: false, normalize: false, normalizeTags: false,
      explicitArray: true, ignoreAttrs: false, mergeAttrs: false, explicitRoot: true, emptyTag: "",
      tagNameProcessors: [], attrNameProcessors: [], valueProcessors: [], attrValueProcessors: [],
    };
    const processed = (list, value, name) => (list ?? []).reduce((result, process) => process(result, name), value);
    function assign(target, key, value, options) {
      if (!Object.hasOwn(target, key)) {
        const held = options.explicitArray ? [value] : value;
        Object.defineProperty(target, key, { value: held, enumerable: true, writable: true, configurable: true });
      } else if (Array.isArray(target[key])) { target[key].push(value); } else { target[key] = [target[key], value]; }
    }
    function toObject(source, given) {
      const options = { ...defaults, ...given };
      const { attrkey, charkey } = options;
      const stack = [];
      let result = null;
      readXML(source, {
        open(tag, attributes) {
          // The text stands first among the keys, as in xml2js.
          const element = { node: { [charkey]: "" }, text: "", literal: false, hasText: false };
          for (const key of options.ignoreAttrs ? [] : Object.keys(attributes)) {
            const name = processed(options.attrNameProcessors, key);
            const value = processed(options.attrValueProcessors, attributes[key], key);
            if (options.mergeAttrs) { assign(element.node, name, value, options); } else {
              (element.node[attrkey] ??= {})[name] = value;
            }
          }
          element.name = processed(options.tagNameProcessors, options.normalizeTags ? tag.toLowerCase() : tag);
          stack.push(element);
        },
        text(text, literal) {
          const element = stack[stack.length - 1];
          if (!element) { return; }
          element.text += text;
          element.literal ||= literal;
          element.hasText = true;
        },
        close() {
          const { node, name, text, literal, hasText } = stack.pop();
          const isBlank = /^\s*$/.test(text) && !literal;
          if (hasText && !isBlank) {
            let value = options.trim ? text.trim() : text;
            if (options.normalize) { value = value.replace(/\s{2,}/g, " ").trim(); }
            node[charkey] = processed(options.valueProcessors, value, name);
          } else { delete node[charkey]; }
          const keys = Object.keys(node);
          let value = keys.length === 1 && keys[0] === charkey && !options.explicitCharkey ? node[charkey] : node;
          if (keys.length === 0) {
            const { emptyTag } = options;
            value = typeof emptyTag === "function" ? emptyTag() : emptyTag !== "" ? emptyTag : isBlank ? text : "";
          }
          if (stack.length > 0) { assign(stack[stack.length - 1].node, name, value, options); } else {
            result = options.explicitRoot ? { [name]: value } : value;
          }
        },
      });
      return result;
    }

    class Parser {
      constructor(options = {}) { this.options = { ...defaults, ...options }; }
      parseString(source, done) {
        const text = String(source).replace(/^\ufeff/, "");
        let result = null, error = null;
        try { result = text.trim() === "" ? null : toObject(text, this.options); } catch (thrown) { error = thrown; }
        if (error) { done?.(error); } else { done?.(null, result); }
        return this;
      }
      parseStringPromise(source) {
        return new Promise((resolve, reject) =>
          this.parseString(source, (error, result) => error ? reject(error) : resolve(result)));
      }
      reset() {}
    }
    function parseString(source, options, done) {
      if (typeof options === "function") { [options, done] = [done, options]; }
      return new Parser(options ?? {}).parseString(source, done);
    }
    const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    class Builder {
      constructor(options = {}) {
        this.options = {
          attrkey: "$", charkey: "_", rootName: "root", headless: false, cdata: false, ...options,
          renderOpts: { pretty: true, indent: "  ", newline: "\n", ...options.renderOpts },
          xmldec: { version: "1.0", encoding: "UTF-8", standalone: true, ...options.xmldec },
        };
      }
      buildObject(object) {
        const { rootName, headless, renderOpts, xmldec } = this.options;
        const names = Object.keys(object ?? {});
        const [name, value] = names.length === 1 && rootName === "root" ? [names[0], object[names[0]]]
          : [rootName, object];
        const head = headless ? "" : `<?xml version="${xmldec.version}" encoding="${xmldec.encoding}"`
          + (xmldec.standalone === undefined ? "" : ` standalone="${xmldec.standalone ? "yes" : "no"}"`) + "?>"
          + (renderOpts.pretty ? renderOpts.newline : "");
        return head + this.#element(name, value, 0).join(renderOpts.pretty ? renderOpts.newline : "");
      }
      #element(name, value, depth) {
        const { attrkey, charkey, renderOpts, cdata } = this.options;
        const indent = renderOpts.pretty ? renderOpts.indent.repeat(depth) : "";
        if (Array.isArray(value)) { return value.flatMap((each) => this.#element(name, each, depth)); }
        const text = (given) => cdata && /[<>&]/.test(given) ? `<![CDATA[${given}]]>` : escaped(given);
        if (value === null || value === undefined || typeof value !== "object") {
          const inner = text(value ?? "");
          return [indent + (inner === "" ? `<${name}/>` : `<${name}>${inner}</${name}>`)];
        }
        const attributes = Object.entries(value[attrkey] ?? {})
          .map(([key, given]) => ` ${key}="${escaped(given).replace(/"/g, "&quot;")}"`).join("");
        const children = Object.keys(value).filter((key) => key !== attrkey && key !== charkey)
          .flatMap((key) => this.#element(key, value[key], depth + 1));
        const own = value[charkey] === undefined ? "" : text(value[charkey]);
        if (children.length === 0) {
          return [indent + (own === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${own}</${name}>`)];
        }
        return [`${indent}<${name}${attributes}>${own}`, ...children, `${indent}</${name}>`];
      }
    }
    const processors = {
      normalize: (text) => text.toLowerCase(), stripPrefix: (text) => text.replace(/^(?!xmlns:)[^:]*:/, ""),
      firstCharLowerCase: (text) => text.charAt(0).toLowerCase() + text.slice(1),
      parseNumbers: (text) => isNaN(text) ? text : text % 1 === 0 ? parseInt(text, 10) : parseFloat(text),
      parseBooleans: (text) => /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : text,
    };
    return {
      parseString, Parser, Builder, processors, defaults: { "0.2": defaults },
      parseStringPromise: (source, options) => new Parser(options ?? {}).parseStringPromise(source),
    };
    """#
}
