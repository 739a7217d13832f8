/// Reads the settings that a folder or collection shares with the requests below it.
enum SettingsReader {
  /// - Parameter root: the root of `folder.yml` or `opencollection.yml`.
  static func shared(_ root: YAMLNode?, _ reader: inout NodeReader) -> SharedSettings {
    for key in ["request", "config"] { _ = reader.map(root?[key], key) }
    var settings = SharedSettings()
    if let root { RequestDefinition.fields.read(root, into: &settings.definition, &reader) }
    return settings
  }
}

/// Reads `environments/NAME.yml` (opencollection.md, section 11). The file's name is the environment's name.
enum EnvironmentReader {
  static let trustKeys = ["extensions", "apus", "tls"]

  static func environment(_ root: YAMLNode?, path: String, _ reader: inout NodeReader) -> Environment {
    let name = FilePaths.baseName(of: path)
    var made = Environment(name: name)
    guard let root else { return made }
    if let inside = root["name"]?.text, !inside.isEmpty, inside != name {
      reader.hint(root["name"], "the file is named \"\(name)\", which is used; the name inside is \"\(inside)\"")
    }
    let color = root["color"]?.text ?? ""
    made.color = color.isEmpty ? nil : color
    made.isProtected = root["protected"]?.bool == true || root["extensions"]?["apus"]?["protected"]?.bool == true
    if let trust = root[at: trustKeys] { ServerTrust.fields.read(trust, into: &made.trust, &reader) }
    reader.list = "variables"
    made.variables = reader.maps(root["variables"], "variables").map { variable($0, &reader) }
    return made
  }

  private static func variable(_ entry: YAMLNode, _ reader: inout NodeReader) -> Environment.Variable {
    guard entry["secret"]?.bool == true else {
      var row = Row()
      Row.variableFields.read(entry, into: &row, &reader)
      return Environment.Variable(row)
    }
    var row = Row()
    Row.fields.filter { $0.name != "value" }.read(entry, into: &row, &reader)
    if let value = entry["value"], !(value.text ?? "").isEmpty {
      reader.hint(value, "the value next to `secret: true` is ignored; secrets are stored outside the collection")
    }
    return Environment.Variable(row, isSecret: true)
  }
}

/// Applies the edit of shared settings to the tree of `folder.yml` or `opencollection.yml`.
enum SettingsWriter {
  static func tree(_ root: YAMLNode, from old: SharedSettings, to new: SharedSettings) -> YAMLNode {
    var root = root
    RequestDefinition.fields.write(&root, from: old.definition, to: new.definition, order: KeyOrder.top)
    return root
  }

  static func collection(named name: String, ignoring ignored: [String] = ["node_modules", ".git"]) -> YAMLNode {
    .map([
      ("opencollection", .string("1.0.0")), ("info", .map([("name", .string(name))])), ("bundled", .bool(false)),
      (
        "extensions",
        .map([("bruno", .map([("ignore", .list(ignored.map { .string($0) }))]))])
      ),
    ])
  }

  /// Marks that folders and requests are sorted together by `seq`, not folders first.
  static func keepOrder(in root: inout YAMLNode) {
    root.update(at: ["extensions", "apus"], order: KeyOrder.top) { apus, _ in
      apus.put("order", .string(TreeOrder.bySequence))
    }
  }

  static func folder(named name: String, sequence: Double?) -> YAMLNode {
    .map([
      (
        "info",
        .map([
          ("name", .string(name)), ("type", .string("folder")), ("seq", sequence.map { .bare(NumberText.text($0)) }),
        ])
      ),
      ("request", .map([("auth", .string("inherit"))])),
    ])
  }
}

/// Applies the edit of an environment to its tree. The value of a secret is never written.
enum EnvironmentWriter {
  private static let order = ["name", "color", "protected", "variables", "externalSecrets"]

  static func tree(_ root: YAMLNode, from old: Environment, to new: Environment) -> YAMLNode {
    var root = root
    if old.name != new.name { root.put("name", .string(new.name), order: order) }
    if old.color != new.color { root.put("color", new.color.map { .string($0) }, order: order) }
    if old.isProtected != new.isProtected {
      root.put("protected", new.isProtected ? .bool(true) : nil, order: order)
      if !new.isProtected, root["extensions"]?["apus"]?["protected"] != nil {
        root.update("extensions") { $0.update("apus") { $0.put("protected", nil) } }
      }
    }
    if old.trust != new.trust {
      root.update(at: EnvironmentReader.trustKeys[...], order: []) { tls, _ in
        ServerTrust.fields.write(&tls, from: old.trust, to: new.trust)
      }
    }
    let (was, now) = (old.variables.map(withoutSecret), new.variables.map(withoutSecret))
    if was != now {
      root.put("variables", rows.list(root["variables"], from: was, to: now) ?? .list([]), order: order)
    }
    return root
  }

  static func file(_ environment: Environment) -> YAMLNode {
    var root = tree(.map([]), from: Environment(name: ""), to: environment)
    if root["variables"] == nil { root.put("variables", .list([]), order: order) }
    return root
  }

  private static func withoutSecret(_ variable: Environment.Variable) -> Environment.Variable {
    var shared = variable
    if variable.isSecret { shared.row.value = "" }
    return shared
  }

  private static var rows: RowsWriter<Environment.Variable> {
    RowsWriter<Environment.Variable>(name: \.row.name, make: make) { item, old, new in
      guard old.isSecret == new.isSecret else {
        item = make(new)
        return
      }
      let order = new.isSecret ? ["secret", "name", "type", "disabled"] : ["name", "value", "disabled", "description"]
      if new.isSecret {
        let row = Row(old.row.name, "", isEnabled: old.row.isEnabled, note: old.row.note)
        Row.fields.write(&item, from: row, to: new.row, order: order)
      } else {
        Row.variableFields.write(&item, from: old.row, to: new.row, order: order)
      }
    }
  }

  private static func make(_ variable: Environment.Variable) -> YAMLNode {
    let row = variable.row
    return .map([
      ("secret", variable.isSecret ? .bool(true) : nil), ("name", .string(row.name)),
      ("value", variable.isSecret ? nil : .value(row.typedValue)), ("disabled", row.isEnabled ? nil : .bool(true)),
      ("description", row.note.isEmpty ? nil : .string(row.note)),
    ])
  }
}
