extension RowsWriter where Element == Script {
  static var scripts: RowsWriter {
    RowsWriter(
      name: \.phase,
      make: { script in .map([("type", .string(script.phase)), ("code", .string(script.code))]) },
      change: { item, old, new in
        if old.phase != new.phase { item.put("type", .string(new.phase), order: ["type", "code"]) }
        if old.code != new.code { item.put("code", .string(new.code), order: ["type", "code"]) }
      })
  }
}

extension RowsWriter where Element == Assertion {
  static var assertions: RowsWriter {
    let order = ["expression", "operator", "value", "description", "disabled"]
    return RowsWriter(
      name: \.expression,
      make: { assertion in
        .map([
          ("expression", .string(assertion.expression)), ("operator", .string(assertion.operator)),
          ("value", assertion.value.isEmpty ? nil : .string(assertion.value)),
          ("description", assertion.note.isEmpty ? nil : .string(assertion.note)),
          ("disabled", assertion.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in
        if old.expression != new.expression { item.put("expression", .string(new.expression), order: order) }
        if old.operator != new.operator { item.put("operator", .string(new.operator), order: order) }
        if old.value != new.value { item.put("value", new.value.isEmpty ? nil : .string(new.value), order: order) }
        if old.note != new.note { item.putProse("description", new.note, order: order) }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}

extension RowsWriter where Element == Capture {
  static var captures: RowsWriter {
    let order = ["type", "phase", "selector", "variable", "description", "disabled"]
    return RowsWriter(
      isRow: { $0.entries != nil && RequestReader.isCapture($0) },
      name: \.variable,
      make: { capture in
        .map([
          ("type", .string("set-variable")), ("phase", .string("after-response")),
          ("selector", .map([("expression", .string(capture.expression)), ("method", .string("jsonq"))])),
          ("variable", .map([("name", .string(capture.variable)), ("scope", .string(capture.scope))])),
          ("disabled", capture.isEnabled ? nil : .bool(true)),
        ])
      },
      change: { item, old, new in
        item.update("selector", order: order) { selector in
          if old.expression != new.expression {
            selector.put("expression", .string(new.expression), order: ["expression"])
          }
        }
        item.update("variable", order: order) { variable in
          if old.variable != new.variable { variable.put("name", .string(new.variable), order: ["name", "scope"]) }
          if old.scope != new.scope { variable.put("scope", .string(new.scope), order: ["name", "scope"]) }
        }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}
