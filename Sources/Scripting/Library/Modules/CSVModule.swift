extension ScriptLibrary {
  /// csv-parse/lib/sync: CSV text to records, with the options in use.
  static let csvModule = #"""
    const { Buffer } = library.module("buffer");
    function rows(text, { delimiter = ",", quote = '"', escape = '"', comment = "", relax,
      relax_quotes: relaxQuotes }) {
      const result = [];
      let row = [], field = "", quoted = false, wasQuoted = false, line = 1;
      const endRow = () => {
        row.push({ text: field, wasQuoted });
        result.push({ row, line });
        row = [];
        field = "";
        wasQuoted = false;
      };
      for (let at = 0; at < text.length; at++) {
        const character = text[at];
        if (quoted) {
          if (character === escape && text[at + 1] === quote) {
            field += quote;
            at++;
          } else if (character === quote) { quoted = false; } else { field += character; }
        } else if (quote && character === quote && (field === "" || !(relax ?? relaxQuotes))) {
          if (field.trim() !== "") {
            const place = `at line ${line}, a quote is found inside a field`;
            throw Object.assign(new Error(`Invalid Opening Quote: ${place}`), { code: "INVALID_OPENING_QUOTE" });
          }
          field = "";
          quoted = wasQuoted = true;
        } else if (text.startsWith(delimiter, at)) {
          row.push({ text: field, wasQuoted });
          field = "";
          wasQuoted = false;
          at += delimiter.length - 1;
        } else if (character === "\n" || character === "\r") {
          if (character === "\r" && text[at + 1] === "\n") { at++; }
          endRow();
          line++;
        } else if (comment && text.startsWith(comment, at) && field === "") {
          while (at + 1 < text.length && !/[\r\n]/.test(text[at + 1])) { at++; }
        } else { field += character; }
      }
      if (quoted) {
        throw Object.assign(new Error("Quote Not Closed: the parsing is finished with an opening quote at line "
          + line),
          { code: "CSV_QUOTE_NOT_CLOSED" });
      }
      if (field !== "" || row.length > 0 || wasQuoted) { endRow(); }
      return result;
    }
    function parse(input, given = {}) {
      const options = Object.fromEntries(Object.entries(given).map(([key, value]) =>
        [key.replace(/[A-Z]/g, (letter) => "_" + letter.toLowerCase()), value]));
      let text = Buffer.isBuffer(input) ? input.toString() : String(input);
      if (options.bom) { text = text.replace(/^\ufeff/, ""); }
      const convert = ({ text: field, wasQuoted }, context) => {
        let value = field;
        if (!wasQuoted) {
          if (options.trim || options.ltrim) { value = value.trimStart(); }
          if (options.trim || options.rtrim) { value = value.trimEnd(); }
        }
        const { cast = options.auto_parse } = options;
        if (typeof cast === "function") { return cast(value, { ...context, quoting: wasQuoted }); }
        return cast && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
      };
      let records = rows(text, options)
        .filter(({ row }) => !(row.length === 1 && row[0].text === "" && !row[0].wasQuoted))
        .map(({ row, line }) => ({ line, row: row.map((field, column) => convert(field, { column, lines: line })) }));
      if (options.skip_lines_with_empty_values) { records = records.filter(({ row }) =>
        row.some((each) => `${each}`.trim())); }
      let { columns } = options;
      if (columns === true || typeof columns === "function") {
        const header = records.shift()?.row ?? [];
        columns = typeof columns === "function" ? columns(header) : header;
      }
      const width = Array.isArray(columns) ? columns.length : records[0]?.row.length;
      for (const { row, line } of records) {
        if (row.length !== width && !(options.relax_column_count || options.skip_lines_with_error)) {
          const found = Array.isArray(columns) ? `columns length is ${width}, got ${row.length}`
            : `expect ${width}, got ${row.length}`;
          throw new Error(`Invalid Record Length: ${found} on line ${line}`);
        }
      }
      const { from = 1, to = Infinity } = options;
      const chosen = records.filter((_, at) => at + 1 >= from && at + 1 <= to);
      if (!Array.isArray(columns)) { return chosen.map(({ row }) => row); }
      const names = columns.map((column) => column?.name ?? column);
      return chosen.map(({ row }) => Object.fromEntries(names.flatMap((name, at) =>
        name === false || at >= row.length ? [] : [[name, row[at]]])));
    }
    parse.parse = parse;
    return parse;
    """#
}
