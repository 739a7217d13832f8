extension ScriptLibrary {
  /// `console`: each call is one line with the place of its caller.
  static let console = #"""
    /** Names the method by which an object chooses what is shown of it. */
    const inspection = Symbol.for("nodejs.util.inspect.custom");

    function writeLine(level, values) {
      report({ console: { level, text: consoleParts().format(values), place: herePlace() } });
    }

    const scriptConsole = {};
    for (const level of ["log", "info", "warn", "error", "debug"]) {
      scriptConsole[level] = (...values) => writeLine(level, values);
    }
    scriptConsole.dir = (value, options) => writeLine("log", [consoleParts().inspect(value, options)]);
    for (const name of ["table", "trace"]) scriptConsole[name] = (...values) => writeLine("log", values);
    for (const name of ["clear", "group", "groupCollapsed", "groupEnd", "time", "timeEnd"]) {
      scriptConsole[name] = () => {};
    }
    scriptConsole.assert = (holds, ...values) => { if (!holds) writeLine("error", ["Assertion failed", ...values]); };

    expose("console", scriptConsole);
    """#
}
