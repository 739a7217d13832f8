extension ScriptLibrary {
  /// `console`: each call is one line with the place of its caller.
  static let console = #"""
    function shown(value) {
      if (typeof value === "string") return value;
      if (typeof value !== "object" || value === null) return text(value);
      try {
        if (value instanceof NativeError) return value.name + ": " + value.message;
        return stringify(value) ?? chaiParts().inspect(value);
      } catch {
        return "[object that contains itself]";
      }
    }

    function writeLine(level, values) {
      let line = "";
      for (let index = 0; index < values.length; index++) line += (index > 0 ? " " : "") + shown(values[index]);
      report({ console: { level, text: line, place: herePlace() } });
    }

    const scriptConsole = {};
    for (const level of ["log", "info", "warn", "error", "debug"]) {
      scriptConsole[level] = (...values) => writeLine(level, values);
    }
    for (const name of ["dir", "table", "trace"]) scriptConsole[name] = (...values) => writeLine("log", values);
    for (const name of ["clear", "group", "groupCollapsed", "groupEnd", "time", "timeEnd"]) {
      scriptConsole[name] = () => {};
    }
    scriptConsole.assert = (holds, ...values) => { if (!holds) writeLine("error", ["Assertion failed", ...values]); };

    expose("console", scriptConsole);
    """#
}
