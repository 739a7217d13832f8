extension ScriptLibrary {
  /// `JSON.parse` as in Postman: a byte order mark is skipped, and an error names line and column.
  static let jsonText = #"""
    class JSONError extends Error {
      constructor(message) {
        super(message);
        defineProperty(this, "name", { value: "JSONError", configurable: true, writable: true });
      }
    }

    /** Finds the first error of a text that is not JSON. The words are those of Postman's parser. */
    class JSONScanner {
      position = 0;
      constructor(text) { this.text = text; }

      fail(message, position = this.position) {
        const before = this.text.slice(0, position);
        const start = before.lastIndexOf("\n") + 1;
        const line = this.text.slice(0, start).split("\n").length;
        const token = stringify(this.text[position] ?? "").slice(1, -1).replace(/'/g, "\\'").replace(/\\"/g, '"');
        message ??= position < this.text.length ? `Unexpected token '${token}'` : "Unexpected end of input";
        const first = Math.max(start, position - 69);
        const shownLine = this.text.slice(first, first + 79).split(/[\n\r]/)[0];
        const mark = shownLine.slice(0, position - first).replace(/[^\t]/g, " ").slice(0, position - first);
        throw new JSONError(`${message} at ${line}:${position - start + 1}\n${shownLine}\n${mark}^`);
      }

      skipSpace() {
        while (/[ \t\n\r]/.test(this.text[this.position] ?? "")) this.position += 1;
      }

      /** Returns whether there was a value. */
      value() {
        this.skipSpace();
        const character = this.text[this.position];
        if (character === undefined) return false;
        if (character === "{") this.members();
        else if (character === "[") this.elements();
        else if (character === '"') this.string();
        else if (/[-.0-9]/.test(character)) this.take(/-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y);
        else if (/[ntf]/.test(character)) this.take(/null|true|false/y);
        else return false;
        this.skipSpace();
        return true;
      }

      take(pattern) {
        pattern.lastIndex = this.position;
        const match = pattern.exec(this.text);
        if (!match) this.fail();
        this.position += match[0].length;
      }

      string() {
        const start = this.position;
        this.position += 1;
        while (this.text[this.position] !== '"') {
          if (this.position >= this.text.length) this.fail();
          this.take(/\\(["\\\/bfnrt]|u[0-9a-fA-F]{4})|[^\u0000-\u001f\\]/y);
        }
        this.position += 1;
        return start;
      }

      members() {
        this.position += 1;
        for (let count = 0; ; count++) {
          this.skipSpace();
          if (this.text[this.position] === "}") {
            if (count > 0) this.fail("Trailing comma in object");
            break;
          }
          if (this.text[this.position] !== '"') this.fail();
          const key = this.text.slice(this.string() + 1, this.position - 1);
          this.skipSpace();
          if (this.text[this.position] !== ":") this.fail();
          this.position += 1;
          if (!this.value()) this.fail("No value found for key " + key);
          if (this.text[this.position] === "}") break;
          if (this.text[this.position] !== ",") this.fail();
          this.position += 1;
        }
        this.position += 1;
      }

      elements() {
        this.position += 1;
        for (let count = 0; ; count++) {
          const isValue = this.value();
          const character = this.text[this.position];
          if (character === "]") {
            if (!isValue && count > 0) this.fail("Trailing comma in array");
            break;
          }
          if (character !== ",") this.fail();
          if (!isValue) this.fail("Elisions are not supported", this.position + 1);
          this.position += 1;
        }
        this.position += 1;
      }

      scan() {
        if (this.text === "") this.fail("No data, empty input");
        if (!this.value() && this.position >= this.text.length) this.fail("No data, only a whitespace");
        this.fail();
      }
    }

    function parseJSON(source, reviver) {
      let json = text(source);
      if (json.charCodeAt(0) === 0xfeff) json = json.slice(1);
      try {
        return parse(json, typeof reviver === "function" ? reviver : undefined);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
      return new JSONScanner(json).scan();
    }

    prepare(() => {
      if (isPostman) expose("JSON", { parse: parseJSON, stringify: JSON.stringify });
    });
    """#
}
